// The steps of `npm test` and `npm run verify`. Plain JavaScript: the host's Node runs it before anything is installed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureBuilt, run, shopNode } from "./prepare.mjs";

const CHECK_MINUTES = 5;
const TESTS_MINUTES = 25;

/** The static checks, quick ones first. The types of routes are generated and read by two of them. */
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
        const built = await ensureBuilt(root, { say: () => {} });
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

/** One Vitest run. It uses both cores itself. */
export function testStep(root, { name, projects, after = [], args = [] }) {
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
      try {
        const result = await tool(root, shopNode(root), command, {
          minutes: TESTS_MINUTES,
          env: { OJA_COUNTS: counts },
        });
        return { ...result, counts: readCounts(counts) };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Runs a program of the clone with the pinned Node first in the path. */
async function tool(root, command, args, { minutes = CHECK_MINUTES, env = {} } = {}) {
  const path = [dirname(shopNode(root)), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const start = Date.now();
  const result = await run(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: "1", ...env, PATH: path },
    shell: process.platform === "win32",
    timeout: minutes * 60_000,
  });
  if (Date.now() - start < minutes * 60_000) return result;
  return { code: 1, output: `${result.output}\nStopped after ${minutes} minutes.` };
}

/** Undefined when the run ended before it could count, which then is one failure. */
function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
