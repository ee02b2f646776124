import { expect, test, vi } from "vitest";

test.fails("an unexpected console.error fails the test", () => {
  console.error("this line is expected in the output of the tests");
});

test("an expected one does not", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  console.error("expected");
  expect(error).toHaveBeenCalledWith("expected");
});
