import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { dropAssignments, dropCases, dropProperties, replaceBodies, replaceCalls } from "./cuts.ts";

/** What `name(fiber)` of this code answers for each tag. */
const answers = (code: string, tags: number[]) =>
  tags.map((tag) => runInNewContext(`"use strict"; ${code}; name({ tag: ${tag} })`) as unknown);

test.each([
  ["a case of its own", "case 1: return 'one'; case 2: return 'two'; case 3: return 'three';"],
  ["the first of two labels", "case 2: case 1: return 'one'; case 3: return 'three';"],
  ["the last of two labels", "case 1: case 2: return 'one'; case 3: return 'three';"],
  ["between labels", "case 1: case 2: case 3: return 'one or three';"],
  ["a case that another one runs into", "case 1: left = 'one'; case 2: return left; case 3: return 'three';"],
  [
    "a case with the variable of another",
    "case 2: var found = 'two'; break; case 1: found = 'one'; return found; case 3: return found;",
  ],
  ["the last case", "case 3: return 'three'; case 1: return 'one'; case 2: return 'two';"],
])("%s is dropped, and all others answer the same", (_, cases) => {
  const code = `let left; function name(fiber) { switch (fiber.tag) { ${cases} } return 'none' }`;
  const cut = dropCases(code, ["2"]);
  expect(cut).not.toMatch(/case 2/);
  expect(answers(cut, [1, 3, 4])).toEqual(answers(code, [1, 3, 4]));
});

test("a comparison of a tag that never occurs is constant", () => {
  const code = "const found = [2 === one.tag, one.tag !== 2, 1 === one.tag, 2 === one.flags];";
  expect(dropCases(code, ["2"])).toBe("const found = [false, true, 1 === one.tag, 2 === one.flags];");
});

test("numbers are tags only, and identifiers values of any switch", () => {
  const code = "switch (type) { case 2: one(); break; case TWO: two(); break; default: three() } 2 === a.tag;";
  expect(dropCases(code, ["2", "TWO"])).toBe("switch (type) { case 2: one(); break;  default: three() } false;");
});

test("variables of functions inside a dropped case are not declared outside", () => {
  const code =
    "function f(a) { switch (a.tag) { case 2: b(function () { var c; }); var d; break; default: return c; } }";
  expect(dropCases(code, ["2"])).toBe("function f(a) { switch (a.tag) {  default: return c; var d;} }");
});

test("bodies, calls, assignments and properties are cut by name", () => {
  expect(replaceBodies("function a() { b() } function b() {}", ["a"], "return 1")).toBe(
    "function a() {return 1} function b() {}",
  );
  expect(replaceCalls("if (a(1) && b(2)) c();", { a: "false" })).toBe("if (false && b(2)) c();");
  expect(dropAssignments("exports.a = 1; exports.b = 2;", /^exports\.a$/)).toBe("; exports.b = 2;");
  expect(dropProperties("D = { a: 1, b: 2 }; var E = { a: 1, b: 2 };", /D/, ["a"])).toBe(
    "D = {  b: 2 }; var E = { a: 1, b: 2 };",
  );
});

test.each([
  () => replaceBodies("function a() {}", ["b"], ""),
  () => replaceCalls("a()", { b: "false" }),
  () => dropAssignments("exports.a = 1", /^exports\.b$/),
  () => dropProperties("D = { a: 1 }", /D/, ["b"]),
  () => dropCases("switch (a.tag) { case 1: b() }", ["2"]),
])("a package without the name fails: %s", (cut) => {
  expect(cut).toThrow("Review what is cut");
});
