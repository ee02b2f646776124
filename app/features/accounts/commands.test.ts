import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { accounts, passkeys, sessions, users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { endSession, renamePasskey } from "./commands/sessions.server.ts";
import { securityOf } from "./queries/security.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function makePerson() {
  const id = randomUUID();
  await database.db.insert(users).values({ id, name: "Ada Okafor", email: `${id}@example.com` });
  return actorOf(id, "customer");
}

async function makeSession(userId: string, expiresAt = new Date(Date.now() + 86_400_000)): Promise<string> {
  const id = randomUUID();
  await database.db.insert(sessions).values({ id, token: randomUUID(), userId, expiresAt, userAgent: "curl/8" });
  return id;
}

test("a passkey is renamed by its owner only, to a valid name", async () => {
  const [owner, other] = [await makePerson(), await makePerson()];
  const id = randomUUID();
  const key = { publicKey: "key", counter: 0, deviceType: "singleDevice", backedUp: false };
  await database.db.insert(passkeys).values({ id, userId: owner.id, name: "Phone", credentialID: id, ...key });
  const rename = (actor: Parameters<typeof renamePasskey>[1], passkey: string, name: unknown) =>
    renamePasskey({ db: database.db }, actor, passkey, name);
  const nameNow = async () => (await securityOf(database.db, owner.id))?.passkeys[0]?.name;
  for (const actor of [null, other]) {
    expect(await rename(actor, id, "Stolen")).toEqual({ ok: false, reason: "forbidden" });
  }
  for (const gone of [randomUUID(), "' or 1=1"]) {
    expect(await rename(owner, gone, "Lost")).toEqual({ ok: false, reason: "forbidden" });
  }
  expect(await rename(owner, id, " ")).toEqual({ ok: false, reason: "invalid", error: "Please enter a name." });
  expect(await nameNow()).toBe("Phone");
  expect(await rename(owner, id, " Shop phone ")).toEqual({ ok: true });
  expect(await nameNow()).toBe("Shop phone");
});

describe("sessions", () => {
  test("only own sessions can be ended, and only open ones are listed", async () => {
    const [actor, other] = [await makePerson(), await makePerson()];
    const [mine, second, theirs] = [
      await makeSession(actor.id),
      await makeSession(actor.id),
      await makeSession(other.id),
    ];
    await makeSession(actor.id, new Date(Date.now() - 1000));
    const open = async (id: string) => (await securityOf(database.db, id))?.sessions.map((one) => one.id).sort();
    expect(await open(actor.id)).toEqual([mine, second].sort());

    for (const id of [theirs, randomUUID(), "not-an-id"]) {
      expect(await endSession({ db: database.db }, actor, id)).toEqual({ ok: false });
    }
    expect(await endSession({ db: database.db }, null, mine)).toEqual({ ok: false });
    expect(await endSession({ db: database.db }, actor, second)).toEqual({ ok: true });
    expect(await open(actor.id)).toEqual([mine]);
    expect(await open(other.id)).toEqual([theirs]);
  });

  test("are listed without tokens, and sign-in methods without secrets", async () => {
    const person = await makePerson();
    await makeSession(person.id);
    await database.db
      .insert(accounts)
      .values({ userId: person.id, accountId: person.id, providerId: "credential", password: "$argon2id$secret" });
    const security = await securityOf(database.db, person.id);
    expect(security).toMatchObject({ has_password: true, providers: ["credential"] });
    expect(Object.keys(security!.sessions[0]!)).not.toContain("token");
    expect(JSON.stringify(security)).not.toContain("argon2id");
  });
});
