/** A sentence of the specification or a decision: `where` it is implemented, and its `test`. */
export type SpecRow = { id: string; sentence: string; where: string; test: string; line: number };

/** The text of a file by its path from the repository's root; null if there is none. */
export type ReadFile = (path: string) => string | null;

/** Entries of the test column that are not a test. */
const NO_TEST = ["no test", "not yet", "nothing to show"];
/**
 * "S2.07" and "B4.11" are sentences of the two specifications, "W1.02" of the wholesale catalogue, "V1.02" of visitors'
 * pages, "D1.02" of demanding shoppers, "X1.02" of attacks, "G1.02" of solid ground, "M1" to "B12" decisions.
 */
const ID = /^(?:[SBWVDXG]\d+\.\d{2}|[MCAB]\d+)$/;
const PATH = /`((?:[\w@.$-]+\/)*[\w@.$-]+\.(?:tsx?|mjs|sql|css|md|json))`/g;
const TEST_FILE = /\.test\.tsx?$/;
const OPEN = "## Rows without a test";

/** The rows of all tables of the map, in order. */
export function readRows(text: string): SpecRow[] {
  return text.split("\n").flatMap((content, index) => {
    const cells = content.split("|").map((cell) => cell.trim());
    const [, id = "", sentence = "", where = "", test = ""] = cells;
    if (!content.startsWith("|") || id === "id" || /^:?-+:?$/.test(id)) return [];
    return [{ id, sentence, where, test: cells.length === 6 ? test : "", line: index + 1 }];
  });
}

/** The errors of the map, one message each: ids, missing files, tests that are not in their file. */
export function problemsOf(text: string, read: ReadFile): string[] {
  const rows = readRows(text);
  if (rows.length === 0) return ["the map has no rows"];
  const seen = new Set<string>();
  const problems = rows.flatMap((row) => {
    const found = rowProblems(row, read);
    if (seen.has(row.id)) found.push("stands twice");
    seen.add(row.id);
    return found.map((problem) => `line ${row.line}: ${row.id} ${problem}`);
  });
  if (withSummary(text) !== text) {
    problems.push("the counts and the list at the end are old: run `node scripts/spec-map.ts --write`");
  }
  return problems;
}

function rowProblems({ id, sentence, where, test }: SpecRow, read: ReadFile): string[] {
  const problems: string[] = [];
  if (!ID.test(id)) problems.push("is not an id such as S2.07, B4.11 or M3");
  if (sentence === "" || where === "" || test === "") problems.push("needs four cells: id, sentence, where, test");
  for (const [, path = ""] of `${where} ${test}`.matchAll(PATH)) {
    if (read(path) === null) problems.push(`names ${path}, which does not exist`);
  }
  if ((where === "not yet") !== (test === "not yet")) problems.push("is 'not yet' in one column only");
  if (NO_TEST.includes(test) || test === "") return problems;
  const named = testsOf(test);
  if (named.length === 0) problems.push(`names no test: write a test file, or one of ${NO_TEST.join(", ")}`);
  for (const { path, part } of named) {
    const body = TEST_FILE.test(path) ? read(path) : "";
    if (body !== null && part !== null && !body.includes(part))
      problems.push(`names "${part}", which ${path} does not have`);
  }
  return problems;
}

/** `file`: "part", "part" -> one entry per part; a file without parts is one entry. */
function testsOf(cell: string): { path: string; part: string | null }[] {
  const marks = [...cell.matchAll(PATH)];
  return marks.flatMap((mark, index) => {
    const path = mark[1] ?? "";
    const words = cell.slice(mark.index + mark[0].length, marks[index + 1]?.index);
    const parts = [...words.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
    return (parts.length > 0 ? parts : [null]).map((part) => ({ path, part }));
  });
}

export type Counts = { rows: number; tested: number; untested: number; notYet: number; nothing: number };

export function countRows(rows: readonly SpecRow[]): Counts {
  const of = (word: string) => rows.filter((row) => row.test === word).length;
  const [untested, notYet, nothing] = [of("no test"), of("not yet"), of("nothing to show")];
  return { rows: rows.length, tested: rows.length - untested - notYet - nothing, untested, notYet, nothing };
}

export function countsText({ rows, tested, untested, notYet, nothing }: Counts): string {
  return `${rows} rows: ${tested} with a test, ${untested} without, ${notYet} not yet built, ${nothing} with nothing to show.`;
}

/** The text with its line of counts and its last section, the rows without a test, regenerated. */
export function withSummary(text: string): string {
  const rows = readRows(text);
  const [head = ""] = text.split(`\n${OPEN}\n`);
  const open = rows.filter((row) => row.test === "no test").map(({ id, sentence }) => `- ${id}: ${sentence}`);
  const counted = head.replace(/^\d+ rows: .*$/m, countsText(countRows(rows)));
  return `${counted.trimEnd()}\n\n${OPEN}\n\n${open.length > 0 ? open.join("\n") : "None."}\n`;
}
