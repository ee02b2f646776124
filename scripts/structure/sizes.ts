import { isTest, type Check, type SourceFile } from "./project.ts";

const ANY = 300;
const ROUTE = 150;
const COMPONENT = 200;

/** Line budgets: a route 150, a component 200, any file 300. */
export const sizes: Check = (project) =>
  [...project.values()].flatMap((file) => {
    const { most, so } = budgetOf(file);
    if (file.lines <= most) return [];
    return [{ rule: "sizes", file: file.path, message: `has ${file.lines} lines of at most ${most}. ${so}` }];
  });

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
