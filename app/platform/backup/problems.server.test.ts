import { expect, test } from "vitest";
import { BackupError, sentenceOf } from "./problems.server.ts";

const ADDRESS = "postgres://ada:secret@db.example:5433/oja";
const failed = (code: string, fields: object = {}) => Object.assign(new Error(`${code}: raw`), { code }, fields);

test.each([
  [failed("ENOENT", { path: "/no/folder" }), "/no/folder cannot be opened (ENOENT): check its folder and who may"],
  [failed("EACCES", { path: "/root/shop.oja" }), "/root/shop.oja cannot be opened (EACCES): check its folder"],
  [failed("ENOSPC", { path: "/full/shop.oja" }), "The disk is full: nothing was kept of what was written."],
  [new Error("no", { cause: failed("ECONNRESET") }), "PostgreSQL at db.example:5433 does not answer (ECONNRESET)"],
  [failed("SELF_SIGNED_CERT_IN_CHAIN"), "is not trusted (SELF_SIGNED_CERT_IN_CHAIN): name its authority"],
  [failed("42501"), "The user ada may not create tables in oja: it must own the database."],
])("%s is one sentence", (error, sentence) => {
  const told = sentenceOf(error, ADDRESS);
  expect(told).toBeInstanceOf(BackupError);
  expect(String(told)).toContain(sentence);
  expect(String(told)).not.toContain("secret");
});

test("another error stays as it is", () => {
  const error = new TypeError("a fault of the program");
  expect(sentenceOf(error, ADDRESS)).toBe(error);
});
