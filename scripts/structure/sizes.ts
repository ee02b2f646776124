import { posix } from "node:path";
import { isTest, type Check, type SourceFile } from "./project.ts";

const ANY = 300;
const ROUTE = 150;
const COMPONENT = 200;
const FOLDER = 45;
/** Triggers, dumps and lists count as files of a folder and have no line budget. */
const DATA = /\.(sql|json)$/;

/**
 * Line budgets: a route 150, a component 200, any file 300. A folder has at most 45 files, without those below it;
 * docs/decisions and db/migrations, where each decision or change adds a file, are not read.
 */
export const sizes: Check = (project) => [
  ...[...project.values()].flatMap((file) => {
    const { most, so } = budgetOf(file);
    if (file.lines <= most || DATA.test(file.path)) return [];
    return [{ rule: "sizes", file: file.path, message: `has ${file.lines} lines of at most ${most}. ${so}` }];
  }),
  ...[...Map.groupBy(project.keys(), (path) => posix.dirname(path))].flatMap(([folder, files]) => {
    if (files.length <= FOLDER) return [];
    const message = `has ${files.length} files of at most ${FOLDER}. Group them by subject, or move each to its owner`;
    return [{ rule: "sizes", file: folder, message }];
  }),
];

function budgetOf({ path }: SourceFile): { most: number; so: string } {
  if (!isTest(path) && path.startsWith("app/routes/")) {
    return {
      most: ROUTE,
      so: "A route reads params, calls one function and renders: move parts to the feature's components or to app/blocks",
    };
  }
  if (!isTest(path) && /^app\/.*\.tsx$/.test(path))
    return { most: COMPONENT, so: "Split it at a part that has a name of its own" };
  return { most: ANY, so: "Split it at its nouns" };
}
