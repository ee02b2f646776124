import { afterEach, beforeEach, expect, vi } from "vitest";

/**
 * An unexpected console.error fails the test that caused it. A test that expects one replaces the method:
 * `vi.spyOn(console, "error").mockImplementation(() => {})`, and checks the calls.
 */
let calls: unknown[][] = [];

beforeEach(() => {
  calls = [];
  const print = console.error.bind(console);
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    calls.push(values);
    print(...values);
  });
});

afterEach(() => {
  expect(calls, "console.error was called during this test").toEqual([]);
});
