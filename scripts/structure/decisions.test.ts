import { expect, test } from "vitest";
import { decisions } from "./decisions.ts";

const RECORDS = { "0001-old.md": "# 0001 Old\n\nReplaced by [0002](0002-new.md).\n", "0002-new.md": "# 0002 New\n" };
const row = (number: string, name: string, title: string, status: string) =>
  `| [${number}](${name}) | ${title} | ${status} |`;
const OLD = row("0001", "0001-old.md", "Old", "replaced by [0002](0002-new.md)");
const NEW = row("0002", "0002-new.md", "New", "in force");
const found = (index: string[], records: Record<string, string> = RECORDS) =>
  decisions({
    ...records,
    "README.md": `# Decisions\n\n| record | title | status |\n|---|---|---|\n${index.join("\n")}\n`,
  }).map(({ file, message }) => `${file.replace("docs/decisions/", "")} ${message}`);

test("every record is in the index, with its title and status", () => {
  expect(found([OLD, NEW])).toEqual([]);
  expect(decisions({})).toEqual([]);
});

test.each([
  ["a record that is not listed", [OLD], ["0002-new.md is not in docs/decisions/README.md"]],
  [
    "a row without a record",
    [OLD, NEW, row("0003", "0003-no.md", "No", "in force")],
    [/lists 0003-no\.md, which does/],
  ],
  ["a record that is listed twice", [OLD, NEW, NEW], [/lists 0002-new\.md twice/]],
  ["another title", [OLD, row("0002", "0002-new.md", "Newer", "in force")], [/another title than 0002-new\.md/]],
  ["a status of its own", [OLD, row("0002", "0002-new.md", "New", "fine")], [/0002 the unknown status "fine"/]],
  [
    "a target that does not exist",
    [OLD, row("0002", "0002-new.md", "New", "in force; continued by [0009](0009-gone.md)")],
    [/sends readers of 0002 to 0009/],
  ],
  [
    "a replaced record that is called in force",
    [row("0001", "0001-old.md", "Old", "in force"), NEW],
    [/must say that 0001-old\.md is replaced by 0002/],
  ],
])("%s is found", (_, index, expected) => {
  const messages = found(index);
  expect(messages).toHaveLength(expected.length);
  expected.forEach((pattern, at) => expect(messages[at]).toMatch(pattern));
});

test("a later record that is linked below the title stands in the row", () => {
  const records = {
    ...RECORDS,
    "0001-old.md": "# 0001 Old\n\nThe limits are those of [0002](0002-new.md).\n\nText.\n",
  };
  const started = row("0001", "0001-old.md", "Old", "in force");
  expect(found([started, NEW], records)).toEqual([
    "README.md must name 0002 in the row of 0001-old.md, which links to it",
  ]);
  const continued = row("0001", "0001-old.md", "Old", "in force; continued by [0002](0002-new.md)");
  expect(found([continued, NEW], records)).toEqual([]);
});

test("records have a number and a name", () => {
  expect(found([OLD, NEW], { ...RECORDS, "notes.md": "# Notes\n" })).toEqual([
    "notes.md is not named like 0001-what-was-decided.md",
    "notes.md is not in docs/decisions/README.md",
  ]);
});
