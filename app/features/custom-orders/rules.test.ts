import { expect, test } from "vitest";
import { TOO_QUICK } from "#app/lib/submissions.ts";
import { describedParts, offerState, refusalTitle, requestNumber } from "./rules.ts";

test.each([
  ["Blue basins", { description: "Blue basins", additional: null }],
  ["Basins\n\nAdditional Info: by Friday\nto Kano", { description: "Basins", additional: "by Friday\nto Kano" }],
  ["Basins\n---\nAdditional Info:\nby Friday", { description: "Basins", additional: "by Friday" }],
  ["Basins\nadditional info\nby Friday", { description: "Basins", additional: "by Friday" }],
  ["Basins\nAdditional Info:  ", { description: "Basins", additional: null }],
  ["I give additional info: later", { description: "I give additional info: later", additional: null }],
])("%j is split at the marker", (text, parts) => {
  expect(describedParts(text)).toEqual(parts);
});

const NOW = new Date("2026-11-22T10:00:00Z");
test.each([
  ["open", "2026-11-22T10:00:01Z", "open"],
  ["open", "2026-11-22T10:00:00Z", "expired"],
  ["withdrawn", "2026-12-01T00:00:00Z", "withdrawn"],
  ["accepted", "2026-01-01T00:00:00Z", "accepted"],
])("an offer that is stored as %s and valid until %s is %s", (status, until, state) => {
  expect(offerState({ status, valid_until: new Date(until) }, NOW)).toBe(state);
});

test("each refusal has its title", () => {
  expect(refusalTitle("Please fill in all required fields.")).toBe("Missing Information");
  expect(refusalTitle("Quantity must be at least 1.")).toBe("Invalid Quantity");
  expect(refusalTitle("Please select an image smaller than 5MB.")).toBe("File too large");
  expect(refusalTitle(TOO_QUICK)).toBe("Not sent yet");
  expect(refusalTitle("anything else")).toBe("Submission Failed");
  expect(requestNumber("80e1fc98-1234-4000-8000-000000000000")).toBe("80E1FC98");
});
