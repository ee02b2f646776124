import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowProblem } from "./row-problems.ts";

test("every rule of the products' table has a sentence of its own", () => {
  const schema = readFileSync(join(import.meta.dirname, "../../../../db/schema/catalog.ts"), "utf8");
  const rules = schema.match(/(?<=check\(\s*"|unique(?:Index|Where)\(")product(s|_groups)_\w+(?=")/g) ?? [];
  expect(rules.length).toBeGreaterThan(17);
  const general = rowProblem({ code: "23514" });
  expect(rules.filter((constraint) => rowProblem({ code: "23514", constraint }) === general)).toEqual([]);
});

test("errors not caused by the row give null", () => {
  expect(rowProblem({ code: "22003" })).toBe("A number or a text of it is too large.");
  expect(rowProblem({ code: "40P01" })).toContain("Try it again");
  expect(rowProblem({ code: "57P01" })).toBeNull();
  expect(rowProblem({})).toBeNull();
});
