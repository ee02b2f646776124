import { expect, test } from "vitest";
import { projectFrom } from "./project.ts";
import { ruleNumbers, ruleNumbersIn } from "./rule-numbers.ts";

const cited = (text: string) => ruleNumbers(projectFrom({ "app/a.ts": text })).map(({ message }) => message);

test.each([
  ["/** One by id or slug (decision C4). */", "decision C4"],
  ["/**\n * Called by the command line (decision\n * A2).\n */", "decision A2"],
  ["const a = 1; // whole kobo (M1)", "(M1)"],
  ["// as S2.07 says", "S2.07"],
  ["// spec 3.2 has it otherwise", "spec 3"],
  ["// the specification's rule 4", "specification's rule 4"],
  ['test("B4.11: a product is added", () => {});', "B4.11"],
  ['test.each([1])("kobo everywhere (M1)", () => {});', "(M1)"],
])("%j cites a number", (text, number) => {
  expect(cited(text)).toEqual([`cites '${number}': say the rule in words`]);
});

test.each([
  "// decision 0043 and [0101](docs/decisions/0101-own-checks-and-libraries.md)",
  'const path = "M12 2.5V8.25h4V12.25 S2.07 4";',
  "/* page size: A4; */",
  "// the MD5 of RFC 6749 section 2.3.1, U+20A6 and Node 24.19",
  'const sizes = ["C1", "A3 80 g"];',
  "// the specification has one price",
])("%j does not", (text) => {
  expect(cited(text)).toEqual([]);
});

test("documents are read whole", () => {
  expect(ruleNumbersIn({ "docs/a.md": "Orders lose the user (decision A5).", "docs/b.md": "See 0036." })).toMatchObject(
    [{ file: "docs/a.md" }],
  );
});
