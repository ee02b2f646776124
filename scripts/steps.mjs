// The steps of `npm test` and `npm run verify`. Plain JavaScript: it runs on the host's Node before anything is
// installed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { progressLine } from "./plan.mjs";
import { ensureBuilt, run, shopNode } from "./prepare.mjs";

const CHECK_MINUTES = 15;
/** A test run has no time limit. Every test and hook ends within 4 minutes, so a longer silence is a hanging worker. */
const SILENT_MS = 15 * 60_000;
const PROGRESS_MS = 30_000;

/** The static checks, fast ones first. Two of them need the generated route types. */
export function staticSteps(root) {
  const bin = (name, ...args) => tool(root, join(root, "node_modules", ".bin", name), args);
  const script = (name, ...args) => tool(root, shopNode(root), [join(root, "scripts", name), ...args]);
  return [
    { name: "format", start: () => bin("oxfmt", "--check") },
    { name: "structure", start: () => script("structure.ts") },
    { name: "route types", start: () => bin("react-router", "typegen") },
    { name: "types", after: ["route types"], start: () => bin("tsc", "--noEmit") },
    { name: "lint", after: ["route types"], start: () => bin("oxlint", "--type-aware", "--deny-warnings") },
    { name: "knip", start: () => bin("knip") },
    { name: "lock file", start: () => script("complete-lock.ts", "--check") },
    { name: "licenses", start: () => script("licenses.ts", "--check") },
  ];
}

export function buildSteps(root) {
  return [
    {
      name: "build",
      start: async () => {
        const built = await ensureBuilt(root, { log: () => {} });
        return { code: 0, output: "", note: built ? "" : "up to date" };
      },
    },
    {
      name: "client bundle",
      after: ["build"],
      start: async () => {
        const result = await tool(root, shopNode(root), [join(root, "scripts", "check-client-bundle.ts")]);
        return { ...result, note: result.output };
      },
    },
  ];
}

/** One Vitest run, with progress every half minute. It uses both cores. */
export function testStep(root, { name, projects, after = [], args = [], log = console.log }) {
  return {
    name,
    after,
    alone: true,
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), "oja-counts-"));
      const counts = join(folder, "counts.json");
      const command = [
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        ...projects.flatMap((project) => ["--project", project]),
        "--reporter=dot",
        `--reporter=${join(root, "scripts", "count-reporter.mjs")}`,
        ...args,
      ];
      const silence = new AbortController();
      const progress = watchProgress(counts, (line) => log(`  ${name}: ${line}`), silence);
      try {
        const result = await tool(root, shopNode(root), command, {
          minutes: 0,
          env: { OJA_COUNTS: counts },
          signal: silence.signal,
        });
        return { ...result, counts: readCounts(counts) };
      } finally {
        clearInterval(progress);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Reports finished files and tests from the counts file; aborts `silence` when it stops changing. */
function watchProgress(path, log, silence) {
  let last = "";
  let since = Date.now();
  const timer = setInterval(() => {
    const line = progressLine(readCounts(path));
    if (line !== last) since = Date.now();
    else if (Date.now() - since > SILENT_MS) silence.abort();
    last = line;
    if (line) log(line);
  }, PROGRESS_MS);
  timer.unref();
  return timer;
}

/** Runs a program of the clone with the pinned Node first in PATH; `minutes` 0 means no limit. */
async function tool(root, command, args, { minutes = CHECK_MINUTES, env = {}, signal } = {}) {
  const path = [dirname(shopNode(root)), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const start = Date.now();
  const result = await run(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: "1", ...env, PATH: path },
    shell: process.platform === "win32",
    timeout: minutes * 60_000,
    signal,
  });
  if (signal?.aborted) return { code: 1, output: `${result.output}\nStopped: no test ended any more.` };
  if (minutes === 0 || Date.now() - start < minutes * 60_000) return result;
  return { code: 1, output: `${result.output}\nStopped after ${minutes} minutes.` };
}

/** Undefined if the run ended before the first count, which is one failure. */
function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
