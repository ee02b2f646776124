import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { totpOf } from "../fixtures/totp.ts";
import { makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testDatabase } from "../setup/database.ts";
import { testShop } from "../setup/shop.ts";

const [FIRST, SECOND, THIRD] = ["first-", "second-", "third-"].map((name) => name + "k".repeat(40)) as [
  string,
  string,
  string,
];

/** One database, opened by shops that simulate restarts with other settings. */
let database: Database;
let running: RunningShop | null = null;
const written: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await stop();
  await database.close();
});

async function restart(env: Record<string, string>): Promise<RunningShop> {
  await stop();
  written.length = 0;
  // The database stays open after the shop closes.
  const lent = { ...database, close: async () => {} };
  running = await testShop({
    env: { LOG_LEVEL: "info", ...env },
    database: lent,
    log: (line) => void written.push(line),
  });
  return running;
}

async function stop(): Promise<void> {
  await running?.close();
  running = null;
}

async function claimsOf(shop: RunningShop, token: string) {
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", shop.url));
  return (await jwtVerify(token, keys, { issuer: shop.url, algorithms: ["ES256"] })).payload;
}
const tokenOf = async (who: Visitor) => {
  const answer = await who.get("/api/auth/token");
  return [answer.status, String(answer.json["token"])] as const;
};
const publishedBy = async (shop: RunningShop) =>
  ((await new Visitor(shop.url).get("/.well-known/jwks.json")).json["keys"] as { kid: string }[]).map(({ kid }) => kid);

describe("a changed AUTH_SECRET", () => {
  test("ends sessions; users sign in again, the old signing key is retired, a new one created once", async () => {
    const shop = await restart({ AUTH_SECRET: FIRST });
    const ada = await makeCustomer(shop);
    const before = await signedIn(shop, ada);
    expect((await tokenOf(before))[0]).toBe(200);
    const [oldKey] = await publishedBy(shop);

    const changed = await restart({ AUTH_SECRET: SECOND });
    expect(written.filter((line) => line.includes("AUTH_SECRET_OLD"))).toHaveLength(1);
    const me = await signedIn(changed, ada);
    const [status, token] = await tokenOf(me);
    expect(status).toBe(200);
    expect(await claimsOf(changed, token)).toMatchObject({ sub: ada.id });
    await tokenOf(me);
    const keys = await publishedBy(changed);
    expect(keys).toHaveLength(1);
    expect(keys).not.toContain(oldKey);

    await restart({ AUTH_SECRET: SECOND });
    expect(written.filter((line) => line.includes("AUTH_SECRET"))).toEqual([]);
  });

  test("that names the earlier one keeps what is stored readable: keys and second factors", async () => {
    const shop = await restart({ AUTH_SECRET: SECOND });
    const ada = await makeCustomer(shop);
    const me = await signedIn(shop, ada);
    const enrolment = await me.auth("/two-factor/enable", { password: ada.password });
    const uri = String(enrolment.json["totpURI"]);
    const backupCodes = enrolment.json["backupCodes"] as string[];
    expect((await me.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    const [, token] = await tokenOf(me);
    const keys = await publishedBy(shop);

    const changed = await restart({ AUTH_SECRET: THIRD, AUTH_SECRET_OLD: `${SECOND} ${FIRST}` });
    expect(written.filter((line) => line.includes("AUTH_SECRET"))).toEqual([]);
    expect(await publishedBy(changed)).toEqual(expect.arrayContaining(keys));
    expect(token.split(".")).toHaveLength(3);
    for (const [path, code] of [
      ["/two-factor/verify-totp", totpOf(uri, 1)],
      ["/two-factor/verify-backup-code", backupCodes[0]],
    ] as const) {
      const again = new Visitor(changed.url);
      expect((await again.signIn(ada.email, ada.password)).json["twoFactorRedirect"]).toBe(true);
      expect((await again.auth(path, { code })).status, `for ${path}`).toBe(200);
      expect((await tokenOf(again))[0]).toBe(200);
    }
    // Data written meanwhile can be read, whatever the later order of the secrets.
    const back = await restart({ AUTH_SECRET: SECOND, AUTH_SECRET_OLD: THIRD });
    const last = new Visitor(back.url);
    await last.signIn(ada.email, ada.password);
    expect((await last.auth("/two-factor/verify-backup-code", { code: backupCodes[1] })).status).toBe(200);
  });

  test("a secret that the shop had made for itself counts as an earlier one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "oja-"));
    writeFileSync(join(folder, "auth-secret"), SECOND);
    const shop = await restart({ DATA_DIR: folder });
    const keys = await publishedBy(shop);
    const changed = await restart({ DATA_DIR: folder, AUTH_SECRET: THIRD });
    expect(written.filter((line) => line.includes("AUTH_SECRET"))).toEqual([]);
    expect(await publishedBy(changed)).toEqual(expect.arrayContaining(keys));
    const me = await signedIn(changed, await makeCustomer(changed));
    const [status, token] = await tokenOf(me);
    expect([status, keys]).toEqual([200, expect.arrayContaining([decodeProtectedHeader(token).kid])]);
  });
});

test("a shop on its own PostgreSQL does not start without AUTH_SECRET", async () => {
  await stop();
  const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  await expect(testShop({ env, database: { ...database, close: async () => {} } })).rejects.toThrow(/AUTH_SECRET/);
  const folder = mkdtempSync(join(tmpdir(), "oja-"));
  writeFileSync(join(folder, "auth-secret"), FIRST);
  await expect(
    testShop({ env: { ...env, DATA_DIR: folder }, database: { ...database, close: async () => {} } }),
  ).rejects.toThrow(/auth-secret/);
});
