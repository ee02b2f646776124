import { expect, test } from "vitest";
import { isConnectionLost, isDatabaseAway, markUnreachable } from "./cause.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each<[string, unknown, boolean]>([
  ["a server that stops", withCode("57P01"), true],
  ["a server that starts", withCode("57P03"), true],
  ["too many connections", withCode("53300"), true],
  ["a lost connection", withCode("08006"), true],
  ["a refused connection", withCode("ECONNREFUSED"), true],
  ["refused at every address of a name", new AggregateError([withCode("ECONNREFUSED")]), true],
  ["a name that is gone", withCode("ENOTFOUND"), true],
  ["a connection that ended", new Error("Connection terminated unexpectedly"), true],
  ["a full pool", new Error("timeout exceeded when trying to connect"), true],
  ["a silent connection", new Error("Query read timeout"), true],
  ["in Drizzle's error", new Error("Failed query: select 1", { cause: withCode("57P01") }), true],
  ["a slow statement", withCode("57014"), false],
  ["a unique index", withCode("23505"), false],
  ["another error", new Error("no author"), false],
  ["no error", "57P01", false],
])("%s", (_, error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
});

test("a lost connection is one that another may replace at once", () => {
  const refused = withCode("ECONNREFUSED");
  expect(isConnectionLost(refused)).toBe(true);
  expect(isConnectionLost(new Error("Failed query: begin", { cause: withCode("57P01") }))).toBe(true);
  expect(isConnectionLost(new Error("Failed query", { cause: new Error("Query read timeout") }))).toBe(false);
  expect(isConnectionLost(withCode("23505"))).toBe(false);
  markUnreachable(refused);
  expect(isConnectionLost(new Error("Failed query: begin", { cause: refused }))).toBe(false);
  expect(isDatabaseAway(refused)).toBe(true);
});
