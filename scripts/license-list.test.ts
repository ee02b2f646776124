import { expect, test } from "vitest";
import { refusedLicenses, summariseLicenses } from "./license-list.ts";

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["Apache-2.0 AND LGPL-3.0-or-later AND MIT", true],
  ["GPL-3.0", false],
  ["MIT AND AGPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.md", false],
  [undefined, false],
])("a package under %s is agreed on: %s", (license, agreed) => {
  expect(refusedLicenses({ "": {}, "node_modules/a/node_modules/b": { license } })).toHaveLength(agreed ? 0 : 1);
});

test("licences are counted, the most used first", () => {
  const packages = {
    "": { license: "MIT" },
    a: { license: "ISC" },
    b: { license: "MIT" },
    c: { license: "MIT" },
    d: {},
  };
  expect(summariseLicenses(packages)).toEqual([
    ["MIT", 2],
    ["ISC", 1],
    ["none given", 1],
  ]);
});
