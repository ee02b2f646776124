import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

test("the command reads a tree, names what is wrong and fails", async () => {
  const root = mkdtempSync(join(tmpdir(), "oja-structure-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const run = () =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const script = join(import.meta.dirname, "..", "structure.ts");
      execFile(process.execPath, [script, root], (error, stdout) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout }),
      );
    });
  try {
    expect((await run()).code).toBe(1);
    write("app/routes.ts", 'export default [index("routes/storefront/home.tsx")];\n');
    write("app/routes/storefront/home.tsx", "export default function Home() {\n  return <p>Hello</p>;\n}\n");
    write("db/migrations/0000_start.ts", "const a = 1;\n".repeat(400));
    expect(await run()).toEqual({ code: 0, output: "structure: 2 files, 0 findings\n" });
    write("app/lib/utils.ts", 'import { a } from "#app/blocks/a.tsx";\nexport const b = a;\n');
    write(
      "docs/ARCHITECTURE.md",
      "Money is in `app/lib/money.ts`, pages in [routes](../app/routes.ts) and [here](gone.md).\n",
    );
    write("docs/features.md", "| what | file | test |\n|---|---|---|\n| Home | `app/home.tsx` | no test |\n");
    write("docs/decisions/0001-start.md", "# 0001 Start\n");
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toMatch(/vocabulary: app\/lib\/utils\.ts is a drawer/);
    expect(output).toMatch(/layers: app\/lib\/utils\.ts imports app\/blocks\/a\.tsx/);
    expect(output.match(/^documents: .+$/gm)).toEqual([
      "documents: docs/ARCHITECTURE.md names app/lib/money.ts, which does not exist",
      "documents: docs/ARCHITECTURE.md links to gone.md, which does not exist",
    ]);
    expect(output).toMatch(/features: docs\/features\.md line 3 names app\/home\.tsx/);
    expect(output).toMatch(/decisions: docs\/decisions\/0001-start\.md is not in docs\/decisions\/README\.md/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
