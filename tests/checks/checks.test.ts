import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureBuilt, run } from "../../scripts/prepare.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Runs a script of package.json as npm does and fails with its output. */
async function passes(name: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
  const { code, output } = await run(scripts[name] ?? "", [], { cwd: ROOT, shell: true, env });
  if (code !== 0) throw new Error(output.trim() || `It ended with ${code}.`);
}

// The types of the routes, which the lint reads, are made by typecheck.
test.each(["format:check", "structure", "typecheck", "lint", "knip", "lock:check", "licenses", "settings:check"])(
  "npm run %s",
  (name) => passes(name),
);

test("npm run build", async () => {
  await ensureBuilt(ROOT);
  await passes("bundle:check");
});

test("every check is a script of package.json", () => {
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["format:check", "bundle:check"]));
});
