import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { SettingsError } from "#app/platform/provider-settings.server.ts";
import { failureText } from "./failure-text.ts";

const SECRETS = ["admin@oja.example", "$argon2id$v=19$m=65536", "+2348031234567"];
const failed = (cause?: Error) =>
  new DrizzleQueryError("select 1 from users where email in ($1, $2, $3)", SECRETS, cause);
const TERMINATED = Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });

test.each<[string, unknown, string]>([
  [
    "a failed statement",
    failed(TERMINATED),
    "Oja could not start: terminating connection due to administrator command",
  ],
  [
    "a statement without a cause",
    failed(),
    "Oja could not start: Failed query: select 1 from users where email in ($1, $2, $3)",
  ],
  ["an error of the shop", new Error("This database is in use."), "Oja could not start: This database is in use."],
  [
    "a folder of another user",
    Object.assign(new Error("EACCES: permission denied, mkdir '/srv/files'"), { code: "EACCES", path: "/srv/files" }),
    "Oja could not start: /srv/files cannot be written (EACCES). It must belong to the user that runs the shop.",
  ],
  ["settings", new SettingsError("PORT cannot be used"), "These settings cannot be used:\nPORT cannot be used"],
  ["no error", "odd", "Oja could not start: odd"],
])("%s", (_, error, text) => {
  expect(failureText("Oja could not start", error, false)).toBe(text);
});

test("details name the code and the place, and no value of a statement", () => {
  const text = failureText("Oja could not start", failed(TERMINATED), true);
  expect(text).toContain('"code": "57P01"');
  expect(text).toContain("failure-text.test.ts");
  for (const secret of SECRETS) expect(text).not.toContain(secret);
});
