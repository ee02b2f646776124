import { expect, test } from "vitest";
import { demoOnly } from "./demo-only.ts";
import { projectFrom } from "./project.ts";

const imports = (from: string) => `import { a } from "${from}";\nexport const b = a;\n`;

function findings(tree: Record<string, string>): string[] {
  return demoOnly(projectFrom(tree)).map(({ file, message }) => `${file} ${message.split(",", 1)[0]}`);
}

test("the demo may be loaded on demand, as a type, and by tests and scripts", () => {
  const tree = {
    "server/start.server.ts": 'import type { Demo } from "./demo.server.ts";\nawait import("./demo.server.ts");\n',
    "server/demo.server.ts": imports("#db/seed/demo.ts"),
    "db/seed/demo.ts": imports("#sandbox/start.ts"),
    "app/routes/storefront/home.test.tsx": imports("#db/seed/demo.ts"),
    "scripts/remove.ts": imports("#db/seed/demo.ts"),
  };
  expect(findings(tree)).toEqual([]);
});

test("a shop without demo must not load it, directly, through another module or with a route", () => {
  const tree = {
    "server/start.server.ts": `${imports("./accounts.server.ts")}import "./demo.server.ts";\n`,
    "server/accounts.server.ts": imports("#db/seed/demo-remains.ts"),
    "db/seed/demo-remains.ts": imports("./goods/goods.ts"),
    "app/routes/storefront/home.tsx": imports("#sandbox/mailbox/store.ts"),
  };
  expect(findings(tree)).toEqual([
    "server/start.server.ts imports server/demo.server.ts",
    "app/routes/storefront/home.tsx imports sandbox/mailbox/store.ts",
    "db/seed/demo-remains.ts imports db/seed/goods/goods.ts",
  ]);
});
