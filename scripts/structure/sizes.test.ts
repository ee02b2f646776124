import { expect, test } from "vitest";
import { projectFrom } from "./project.ts";
import { sizes } from "./sizes.ts";

const lines = (count: number) => "const a = 1;\n".repeat(count);
const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`app/lib/a${n}.ts`, ""]));

test.each<[title: string, tree: Record<string, string>, expected: RegExp[]]>([
  [
    "at the budget",
    { "app/routes/storefront/a.tsx": lines(150), "app/ui/a.tsx": lines(200), "db/a.ts": lines(300) },
    [],
  ],
  ["a long route", { "app/routes/storefront/a.tsx": lines(151) }, [/151 lines of at most 150/]],
  ["a long component", { "app/features/cart/components/a.tsx": lines(201) }, [/at most 200/]],
  [
    "a long test, seed and script",
    { "a.test.ts": lines(301), "db/seed/a.ts": lines(301), "scripts/a.mjs": lines(301) },
    [/300/, /300/, /300/],
  ],
  ["a full folder", files(45), []],
  ["a crowded folder", files(46), [/app\/lib has 46 files of at most 45/]],
  ["a file of SQL counted with the others", { ...files(45), "app/lib/rows.sql": "" }, [/app\/lib has 46 files/]],
  ["a long file of SQL", { "db/schema/catalog.sql": lines(301), "tests/fixtures/list.json": lines(301) }, []],
  ["folders below it", { ...files(45), "app/lib/deep/a.ts": "" }, []],
])("%s", (_title, tree, expected) => {
  const found = sizes(projectFrom(tree)).map(({ file, message }) => `${file} ${message}`);
  expect(found).toHaveLength(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
});
