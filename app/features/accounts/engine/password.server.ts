import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

export const PASSWORD_TOO_SHORT = { code: "PASSWORD_TOO_SHORT", message: "Password should be at least 6 characters." };
export const PASSWORD_TOO_LONG = { code: "PASSWORD_TOO_LONG", message: "Password should be at most 128 characters." };

/** OWASP's minimum profile for Argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

type Parameters = typeof PARAMETERS;

/** Argon2id hash of a password with a new salt, as PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, PARAMETERS, TAG_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Whether `password` matches `hash`; false for a malformed hash. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (!salt || !tag) return false;
  const wanted = Buffer.from(tag, "base64");
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const got = await derive(password, Buffer.from(salt, "base64"), parameters, wanted.length);
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}

function derive(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFKC"));
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength, ...parameters }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
