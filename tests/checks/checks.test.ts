import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../scripts/child.mjs";
import { ensureBuilt } from "../../scripts/prepare.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The exit code of a script of package.json, run as npm does; its output is the message of the test that fails. */
async function exitOf(name: string): Promise<number> {
  const path = [dirname(process.execPath), join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  // Type checks of one thread do nothing twice: two take a third more processor time.
  const env = { ...process.env, PATH: path, NODE_ENV: undefined, VITEST: undefined, GOMAXPROCS: "1" };
  const { code, output } = await run(scripts[name] ?? "exit 1", [], { cwd: ROOT, shell: true, env });
  if (code !== 0) throw new Error(`${output.trim()}\nIt ended with ${code}.`);
  return code;
}

// The lint reads the types of the routes that typecheck makes.
test.each([
  "format:check",
  "structure",
  "typecheck",
  "lint",
  "knip",
  "lock:check",
  "licenses",
  "settings:check",
  "migrations:check",
])("npm run %s", async (name) => {
  expect(await exitOf(name)).toBe(0);
});

test("npm run build", async () => {
  await ensureBuilt(ROOT, { log: () => {} });
  expect(await exitOf("bundle:check")).toBe(0);
});
