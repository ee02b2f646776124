import { generateKeyPair, exportJWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { readClaims } from "./access-token.ts";

const NOW = 1_700_000_000;
let token = "";
let old = "";
let ours: JsonWebKey & { kid: string };
let foreign: JsonWebKey & { kid: string };

beforeAll(async () => {
  const [mine, other] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
  ours = { ...((await exportJWK(mine.publicKey)) as JsonWebKey), kid: "k1" };
  foreign = { ...((await exportJWK(other.publicKey)) as JsonWebKey), kid: "k1" };
  const sign = (exp: number) =>
    new SignJWT({ role: "customer" })
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .setSubject("u1")
      .setExpirationTime(exp)
      .sign(mine.privateKey);
  [token, old] = [await sign(NOW + 60), await sign(NOW - 1)];
});

test("a token signed by a published key returns its claims", async () => {
  expect(await readClaims(token, { keys: [ours] }, NOW)).toMatchObject({ sub: "u1", role: "customer", exp: NOW + 60 });
});

test.each<[string, () => Promise<unknown>, string]>([
  ["no keys", () => readClaims(token, { keys: [] }, NOW), "JWKS is empty"],
  ["another's key", () => readClaims(token, { keys: [foreign] }, NOW), "Invalid JWT signature"],
  ["an unknown key", () => readClaims(token, { keys: [{ ...ours, kid: "k2" }] }, NOW), "Invalid JWT signature"],
  ["changed claims", () => readClaims(withRole(token, "admin"), { keys: [ours] }, NOW), "Invalid JWT signature"],
  ["no signature", () => readClaims(token.replace(/\.[^.]+$/, "."), { keys: [ours] }, NOW), "Invalid JWT signature"],
  ["a token of yesterday", () => readClaims(old, { keys: [ours] }, NOW), "JWT has expired"],
  ["no token", () => readClaims("nonsense", { keys: [ours] }, NOW), "Invalid JWT structure"],
])("a token with %s is rejected", async (_, act, message) => {
  await expect(act()).rejects.toThrow(message);
});

function withRole(signed: string, role: string): string {
  const [head, body = "", signature] = signed.split(".");
  return [head, btoa(JSON.stringify({ ...JSON.parse(atob(body)), role })).replaceAll("=", ""), signature].join(".");
}
