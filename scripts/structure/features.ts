import { posix } from "node:path";
import type { Finding } from "./project.ts";

/** The text of a file by its path from the repository's root; null if there is none. */
export type ReadFile = (path: string) => string | null;

const FILE = "docs/features.md";
/** Bytes of the list, which stays a list to be read. */
const MOST_BYTES = 90_000;
const HEAD = "| what | file | test |";
const PATH = /`((?:[\w@.$-]+\/)*[\w@.$-]+\.(?:tsx?|mjs|sql|css|md|json))`/g;
/** Folders of tests/, which a cell names without it. */
const IN_TESTS = /^(?:checks|e2e|races|routes|setup|warnings)\//;
const TEST_FILE = /\.test\.tsx?$/;

/**
 * Findings about the tables of docs/features.md: each row says what the shop does, names a file that does it, and a
 * test file with parts of its titles or texts in quotes, or 'no test'. A test without a folder stands beside the first
 * file of its row, one in a folder of tests/ is named from there. The list has at most 90,000 bytes.
 */
export function features(text: string, read: ReadFile): Finding[] {
  const rows = text.split("\n").flatMap((content, index) => {
    const isRow = content.startsWith("|") && content !== HEAD && !content.startsWith("|---");
    return isRow ? [{ line: index + 1, cells: content.split("|").slice(1, -1) }] : [];
  });
  if (rows.length === 0) return [finding("has no rows")];
  const bytes = Buffer.byteLength(text);
  const long = bytes > MOST_BYTES ? [finding(`has ${bytes} bytes of at most ${MOST_BYTES}: merge lines`)] : [];
  const seen = new Set<string>();
  const wrong = rows.flatMap(({ line, cells: [what = "", file = "", test = "", ...more] }) => {
    const problems = more.length > 0 || !what.trim() ? ["needs three cells: what, file, test"] : [];
    if (seen.has(what)) problems.push("is written twice");
    seen.add(what);
    problems.push(...missingFiles(file, read), ...testProblems(test, folder(file), read));
    return problems.map((problem) => finding(`line ${line} ${problem}`));
  });
  return [...long, ...wrong];
}

function missingFiles(cell: string, read: ReadFile): string[] {
  const paths = [...cell.matchAll(PATH)].map(([, path = ""]) => path);
  if (paths.length === 0) return ["names no file"];
  return paths.filter((path) => read(path) === null).map((path) => `names ${path}, which does not exist`);
}

function folder(cell: string): string {
  const [, first = ""] = /`([^`]+)`/.exec(cell) ?? [];
  return posix.dirname(first);
}

function testProblems(cell: string, beside: string, read: ReadFile): string[] {
  if (cell.trim() === "no test") return [];
  const marks = [...cell.matchAll(PATH)];
  if (marks.length === 0) return ["names no test: write a test file, or 'no test'"];
  return marks.flatMap(({ 1: name = "", index }, at) => {
    const path = posix.join(IN_TESTS.test(name) ? "tests" : name.includes("/") ? "" : beside, name);
    const body = read(path);
    if (body === null) return [`names ${path}, which does not exist`];
    if (!TEST_FILE.test(path)) return [`names ${path} as a test`];
    const words = cell.slice(index + name.length + 2, marks[at + 1]?.index);
    return [...words.matchAll(/"([^"]+)"/g)]
      .filter(([, part = ""]) => !body.includes(part))
      .map(([, part]) => `names "${part}", which ${path} does not have`);
  });
}

function finding(message: string): Finding {
  return { rule: "features", file: FILE, message };
}
