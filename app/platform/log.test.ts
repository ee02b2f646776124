import { expect, test } from "vitest";
import { createLogger, withoutParameters } from "./log.server.ts";

test("an error in the log names the statement but not its values", () => {
  const written: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void written.push(line) });
  const cause = Object.assign(new Error('duplicate key value violates "users_email_unique"'), {
    code: "23505",
    detail: "Key (email)=(ada@example.com)",
  });
  const error = Object.assign(
    new Error("Failed query: insert into users\nparams: ada@example.com,$argon2id$x", { cause }),
    {
      params: ["ada@example.com"],
    },
  );
  log.error({ err: error }, "request failed");
  const line = written.join("");
  expect(line).toContain("Failed query: insert into users");
  expect(line).toContain("23505");
  expect(line).not.toMatch(/ada@example|argon2/);
});

test("a value that the database cannot read is not in the log", () => {
  const written: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void written.push(line) });
  const cause = Object.assign(new Error('invalid input syntax for type integer: "Ada "the" Obi"'), { code: "22P02" });
  log.error({ err: new Error("Failed query: select 1", { cause }) }, "request failed");
  expect(written.join("")).toContain('invalid input syntax for type integer: \\"[value]\\"');
  expect(written.join("")).not.toMatch(/Ada|Obi/);
});

test("what is thrown and is no Error is logged by its message", () => {
  const written: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void written.push(line) });
  const copied = { message: "no such table", stack: "Error: no such table\n    at work (jobs.js:1:2)", code: "42P01" };
  log.error({ err: { ...copied, detail: "Key (email)=(ada@example.com)" } }, "job queue");
  log.error({ err: "plain" }, "job queue");
  const [first, second] = written.map((line) => (JSON.parse(line) as { err: unknown }).err);
  expect(first).toEqual({ ...copied, type: "Error", stack: "    at work (jobs.js:1:2)" });
  expect(second).toEqual({ message: "plain" });
});

test.each([
  ["Failed query: delete from sessions\nparams: token", "Failed query: delete from sessions"],
  ["plain", "plain"],
  [undefined, "undefined"],
  ["x".repeat(500), "x".repeat(200)],
  ["Sign-up attempt for existing email: ada.obi+1@shop.example", "Sign-up attempt for existing email: [address]"],
  ["550 <Ada@Shop.example>: no such user", "550 <[address]>: no such user"],
  ["x=ada@shop.example, y", "x=[address], y"],
  ["gateway refused +2348031234567.", "gateway refused [number]."],
  ["no route to 08031234567, 2348031234567", "no route to [number], [number]"],
  [
    "unknown WH803123456789012 at 127.0.0.1:5432 in 1234567890123 ms",
    "unknown WH803123456789012 at 127.0.0.1:5432 in 1234567890123 ms",
  ],
  [`${"x".repeat(195)} ada@shop.example`, `${"x".repeat(195)} [add`],
  ["Failed query: $1 = @x at 127.0.0.1:5432", "Failed query: $1 = @x at 127.0.0.1:5432"],
])("withoutParameters %#", (message, expected) => {
  expect(withoutParameters(message)).toBe(expected);
});
