import { expect, test } from "vitest";
import { z } from "zod";
import { fieldErrors, refuseForm } from "./forms.ts";

const schema = z.object({
  name: z
    .string()
    .min(2, "Too short")
    .regex(/^[a-z]*$/, "Letters only"),
  steps: z.array(z.object({ from: z.coerce.number("Not a number") })),
});

test("each field has its first error, parts of lists by their place", () => {
  const { error } = schema.safeParse({ name: "1", steps: [{ from: "3" }, { from: "x" }] });
  expect(error && fieldErrors(error)).toEqual({ name: "Too short", "steps.1.from": "Not a number" });
});

test("a refusal gives the typed text back, without files and secrets", () => {
  const form = new FormData();
  form.set("name", " Ada ");
  form.set("password", "hush");
  form.set("image", new File(["x"], "x.png"));
  expect(refuseForm(form, { name: "Too short" }, { secret: ["password"] })).toEqual({
    ok: false,
    errors: { name: "Too short" },
    values: { name: " Ada " },
  });
});
