import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv, SETTINGS } from "./env.server.ts";
import { SettingsError } from "./provider-settings.server.ts";
import { SECRET_SETTINGS } from "./secret-files.server.ts";

const SECRET = "s".repeat(40);

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "secret");
  writeFileSync(path, text);
  return path;
}

test("every setting that is called a secret, a token, a password's address or headers can be read from a file", () => {
  const named = SETTINGS.filter((name) =>
    /SECRET|TOKEN(?!_URL)|KEY_ID|_HEADERS$|^(DATABASE|DATABASE_DIRECT|DATABASE_REPLICA|SMTP)_URL$/.test(name),
  );
  expect(SECRET_SETTINGS.toSorted()).toEqual(named.toSorted());
});

test("a secret is read from the file that its setting names, without the line's end", () => {
  const source = { AUTH_SECRET_FILE: fileWith(`${SECRET}\n`), SMTP_URL_FILE: fileWith("smtp://u:p@mail.example\r\n") };
  expect(readEnv(source)).toMatchObject({ AUTH_SECRET: SECRET, SMTP_URL: "smtp://u:p@mail.example", DEMO: false });
  expect(readEnv({ AUTH_SECRET: SECRET, AUTH_SECRET_FILE: "" })).toMatchObject({ AUTH_SECRET: SECRET });
  expect(readEnv({ AUTH_SECRET: "", AUTH_SECRET_FILE: fileWith(SECRET) })).toMatchObject({ AUTH_SECRET: SECRET });
});

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    "a missing file",
    () => ({ AUTH_SECRET_FILE: "/nowhere/secret" }),
    /^AUTH_SECRET_FILE names \/nowhere\/secret, which cannot be read\.$/,
  ],
  ["a folder", () => ({ SMS_TOKEN_FILE: tmpdir() }), /^SMS_TOKEN_FILE names \S+, which cannot be read\.$/],
  ["an empty file", () => ({ SMS_TOKEN_FILE: fileWith(" \n") }), /^SMS_TOKEN_FILE names \S+, which is empty\.$/],
  [
    "both",
    () => ({ SMS_TOKEN: "abc", SMS_TOKEN_FILE: fileWith("abc") }),
    /^SMS_TOKEN and SMS_TOKEN_FILE are both set: leave one of them out\.$/,
  ],
  [
    "an unusable value",
    () => ({ AUTH_SECRET_FILE: fileWith("short-value") }),
    /^AUTH_SECRET cannot be used: (?!.*short-value)/,
  ],
])("%s is refused in a sentence", (_title, source, message) => {
  expect(() => readEnv(source())).toThrow(SettingsError);
  expect(() => readEnv(source())).toThrow(message);
});
