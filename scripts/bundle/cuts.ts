// Edits of a package's source text by names in it, for plugins of the build. Each throws if the text has no such name,
// so that a newer version of the package fails the build.
import { parseSync, Visitor, type ESTree, type Plugin } from "vite";

export type Edit = { start: number; end: number; text: string };

/** A plugin that edits modules of the browser build, and of no other. `edit` throws when a package has changed. */
export function browserEdit(
  name: string,
  filter: { id?: RegExp; code?: RegExp },
  edit: (code: string, id: string) => string | undefined,
): Plugin {
  return {
    name,
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: { filter, handler: edit },
  };
}

/** The code with all edits applied; edits inside a larger one are dropped. */
export function apply(code: string, edits: Edit[]): string {
  const isInside = (edit: Edit, other: Edit) =>
    edit !== other && other.start <= edit.start && edit.end <= other.end && other.end > other.start;
  return (
    edits
      .filter((edit) => !edits.some((other) => isInside(edit, other)))
      // From the end, so that earlier offsets stay valid.
      .toSorted((one, other) => other.start - one.start)
      .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
  );
}

const parse = (code: string) => parseSync("package.js", code).program;

function assertAllFound(names: readonly string[], found: ReadonlySet<string>): void {
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`The package has no ${missing.join(", ")} now. Review what is cut from it.`);
}

/** Replaces the bodies of functions declared by these names. */
export function replaceBodies(code: string, names: readonly string[], body: string): string {
  const edits: Edit[] = [];
  const found = new Set<string>();
  new Visitor({
    FunctionDeclaration({ id, body: block }) {
      if (!id || !block || !names.includes(id.name)) return;
      found.add(id.name);
      edits.push({ start: block.start, end: block.end, text: `{${body}}` });
    },
  }).visit(parse(code));
  assertAllFound(names, found);
  return apply(code, edits);
}

/** Replaces calls of functions by these names with a value. */
export function replaceCalls(code: string, values: Readonly<Record<string, string>>): string {
  const edits: Edit[] = [];
  const found = new Set<string>();
  new Visitor({
    CallExpression({ start, end, callee }) {
      const value = callee.type === "Identifier" ? values[callee.name] : undefined;
      if (callee.type !== "Identifier" || value === undefined) return;
      found.add(callee.name);
      edits.push({ start, end, text: value });
    },
  }).visit(parse(code));
  assertAllFound(Object.keys(values), found);
  return apply(code, edits);
}

/** Removes assignment statements whose target, as written, is matched: `exports.cache = ...`. */
export function dropAssignments(code: string, target: RegExp): string {
  const edits: Edit[] = [];
  new Visitor({
    ExpressionStatement({ start, end, expression }) {
      if (expression.type !== "AssignmentExpression") return;
      if (target.test(code.slice(expression.left.start, expression.left.end))) edits.push({ start, end, text: ";" });
    },
  }).visit(parse(code));
  if (edits.length === 0)
    throw new Error(`The package has no assignment to ${target} now. Review what is cut from it.`);
  return apply(code, edits);
}

/** Removes properties by these names from the object literals that are given to variables or members named `owner`. */
export function dropProperties(code: string, owner: RegExp, names: readonly string[]): string {
  const edits: Edit[] = [];
  const found = new Set<string>();
  const drop = (target: ESTree.Node, value: ESTree.Expression | null) => {
    if (value?.type !== "ObjectExpression" || !owner.test(code.slice(target.start, target.end))) return;
    for (const property of value.properties) {
      if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") continue;
      if (!names.includes(property.key.name)) continue;
      found.add(property.key.name);
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0] ?? "";
      edits.push({ start: property.start, end: property.end + comma.length, text: "" });
    }
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => drop(id, init),
    AssignmentExpression: ({ left, right }) => drop(left, right),
  }).visit(parse(code));
  assertAllFound(names, found);
  return apply(code, edits);
}

/** Whether control leaves a case at its end. */
function isLeft({ consequent }: ESTree.SwitchCase): boolean {
  const last = consequent.at(-1)?.type ?? "";
  return /^(Return|Break|Throw|Continue)Statement$/.test(last);
}

/**
 * Removes switch cases with values that never occur, and makes comparisons of `.tag` with them constant. `names` lists
 * the values, as written: numbers are those of `.tag`, identifiers any.
 */
export function dropCases(code: string, names: readonly string[]): string {
  const edits: Edit[] = [];
  const found = new Set<string>();
  const isTag = (node: ESTree.Node) =>
    node.type === "MemberExpression" &&
    !node.computed &&
    node.property.type === "Identifier" &&
    node.property.name === "tag";
  const nameOf = (value: ESTree.Expression) => {
    const name = code.slice(value.start, value.end);
    return names.includes(name) ? name : undefined;
  };
  new Visitor({
    SwitchStatement({ end, discriminant, cases }) {
      let isReached = false;
      const variables: string[] = [];
      for (const one of cases) {
        const name = one.test && (one.test.type === "Identifier" || isTag(discriminant)) ? nameOf(one.test) : undefined;
        if (!name) {
          isReached = !isLeft(one);
          continue;
        }
        found.add(name);
        const [first] = one.consequent;
        const isLabelOnly = isReached || !first;
        edits.push({ start: one.start, end: isLabelOnly && first ? first.start : one.end, text: "" });
        if (isLabelOnly) isReached = isReached && !isLeft(one);
        else variables.push(...variablesOf(one));
      }
      if (variables.length > 0) edits.push({ start: end - 1, end: end - 1, text: `var ${variables.join(", ")};` });
    },
    BinaryExpression({ start, end, left, right, operator }) {
      if (operator !== "===" && operator !== "!==") return;
      const value = isTag(left) ? right : isTag(right) ? left : undefined;
      const name = value && nameOf(value);
      if (!name) return;
      found.add(name);
      edits.push({ start, end, text: String(operator === "!==") });
    },
  }).visit(parse(code));
  assertAllFound(names, found);
  return apply(code, edits);
}

/** The names that a case declares for its whole function: other cases may use them. */
function variablesOf({ consequent }: ESTree.SwitchCase): string[] {
  const names: string[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    VariableDeclarator({ id }) {
      if (depth > 0) return;
      if (id.type !== "Identifier") throw new Error("The package declares variables by patterns now.");
      names.push(id.name);
    },
  }).visit({ type: "Program", body: consequent } as unknown as ESTree.Program);
  return names;
}
