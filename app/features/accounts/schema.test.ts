import { describe, expect, test } from "vitest";
import { parsePasskeyName } from "./schema.ts";

describe("the name of a passkey", () => {
  test.each([
    ["Shop phone", "Shop phone"],
    ["  Ọláyẹmí's TECNO ", "Ọláyẹmí's TECNO"],
    ["x".repeat(60), "x".repeat(60)],
  ])("takes %j", (input, name) => {
    expect(parsePasskeyName(input)).toEqual({ ok: true, name });
  });

  test.each([
    ["", "Please enter a name."],
    ["   ", "Please enter a name."],
    ["x".repeat(61), "Use at most 60 characters."],
    ["two\nlines", "Invalid input"],
    ["\u200b\u202e", "Please enter a name."],
    [undefined, "Required"],
    [42, "Invalid input"],
  ])("refuses %j", (input, error) => {
    expect(parsePasskeyName(input)).toEqual({ ok: false, error });
  });
});
