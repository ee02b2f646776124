import { expect, test } from "vitest";
import { lazyPairs } from "./lazy-pairs.ts";
import { projectFrom } from "./project.ts";

const loads = (path: string) => `export const load = () => import("${path}");\n`;
const needs = (path: string) => `import type { A } from "${path}";\nexport type B = A;\n`;

test("a lazily loaded file that imports its loader, if only a type, is a finding", () => {
  const tree = { "app/ui/menu.tsx": loads("./sheet.tsx"), "app/ui/sheet.tsx": needs("./menu.tsx") };
  expect(lazyPairs(projectFrom(tree)).map(({ file }) => file)).toEqual(["app/ui/sheet.tsx"]);
});

test("the loader may import types of what it loads, and both may import a third file", () => {
  const tree = {
    "app/ui/menu.tsx": loads("./sheet.tsx") + needs("./sheet.tsx") + needs("./parts.tsx"),
    "app/ui/sheet.tsx": needs("./parts.tsx"),
    "app/ui/parts.tsx": "export type A = string;\n",
  };
  expect(lazyPairs(projectFrom(tree))).toEqual([]);
});
