import { expect, test } from "vitest";
import { blocks } from "./blocks.ts";
import { projectFrom } from "./project.ts";

const uses = (...paths: string[]) => paths.map((path, n) => `import { a${n} } from "#app/${path}";\n`).join("");
const findings = (tree: Record<string, string>) =>
  blocks(projectFrom(tree)).map(({ file, message }) => `${file} ${message}`);

test("a block of two features, or of a block that has the second, is one", () => {
  const tree = {
    "app/blocks/tile.tsx": uses("features/cart/store.ts", "features/products/rules.ts"),
    "app/blocks/grid.tsx": uses("blocks/tile.tsx"),
  };
  expect(findings(tree)).toEqual([]);
});

test("a block of one feature or of none is a finding that names its place", () => {
  const tree = {
    "app/blocks/empty.tsx": uses("features/search/links.ts", "ui/button.tsx"),
    "app/blocks/logo.tsx": uses("ui/button.tsx"),
  };
  expect(findings(tree)).toEqual([
    "app/blocks/empty.tsx joins no two features: move it to app/features/search",
    "app/blocks/logo.tsx joins no two features: move it to app/shell or app/ui",
  ]);
});
