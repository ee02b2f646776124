import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { mails } from "#db/schema/mail.ts";
import { contact_messages } from "#db/schema/requests.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { deleteMessage, markMessageRead, sendMessage } from "./commands.server.ts";

const OWNER = actorOf(randomUUID(), "admin");
const FORM = { name: " Ada Obi ", email: "ada@shop.example", message: "How much is a carton of milk?" };
let database: Database;
let ctx: Parameters<typeof sendMessage>[0];
let mayMail: number | null = null;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.insert(users).values({ id: OWNER.id, name: "Bola", email: "bola@oja.example", role: "admin" });
  const limits = { hit: () => Promise.resolve(mayMail) };
  ctx = { db: database.db, jobs: recordedJobs(), baseUrl: "https://shop.example", limits };
});
afterAll(() => database.close());
beforeEach(async () => {
  mayMail = null;
  for (const table of [contact_messages, mails, audit_log]) await database.db.delete(table);
});

const stored = () => database.db.select().from(contact_messages);

test("a message is stored unread with the fixed subject, and the acknowledgement does not quote it", async () => {
  expect(await sendMessage(ctx, randomUUID(), FORM)).toEqual({ ok: true });
  expect(await stored()).toMatchObject([
    { ...FORM, name: "Ada Obi", subject: "Contact Form Submission", is_read: false },
  ]);
  const sent = await database.db.select().from(mails);
  expect(sent).toMatchObject([{ kind: "message_received", to_address: "ada@shop.example" }]);
  expect(JSON.stringify(sent)).not.toContain("carton of milk");
});

test("a repeat is stored once; the number of mails to an address is limited", async () => {
  const id = randomUUID();
  await Promise.all([sendMessage(ctx, id, FORM), sendMessage(ctx, id, FORM)]);
  mayMail = 60;
  await sendMessage(ctx, randomUUID(), FORM);
  expect(await stored()).toHaveLength(2);
  expect(await database.db.$count(mails)).toBe(1);
});

test.each([
  ["name", "A", "Name must be at least 2 characters"],
  ["name", undefined, "Name must be at least 2 characters"],
  ["name", "x".repeat(101), "Name must be at most 100 characters"],
  ["email", "ada@shop", "Please enter a valid email address"],
  ["email", "a@b.example\nBcc: x@y.example", "Please enter a valid email address"],
  ["message", "Hello    ", "Message must be at least 10 characters"],
  ["message", "x".repeat(10_000), "Message must be at most 5,000 characters"],
])("%s cannot be %j", async (name, value, message) => {
  const result = await sendMessage(ctx, randomUUID(), { ...FORM, [name]: value });
  expect(result).toEqual({ ok: false, reason: "invalid", errors: { [name]: message } });
  expect(await stored()).toEqual([]);
});

test("only staff with the right read and delete messages; the audit log has no text", async () => {
  await sendMessage(ctx, randomUUID(), FORM);
  const id = (await stored())[0]?.id ?? "";
  for (const actor of [null, actorOf(randomUUID()), actorOf(randomUUID(), "admin", "packer")]) {
    expect(await markMessageRead(ctx, actor, id)).toEqual({ ok: false, reason: "forbidden" });
    expect(await deleteMessage(ctx, actor, id)).toEqual({ ok: false, reason: "forbidden" });
  }
  expect(await stored()).toMatchObject([{ is_read: false }]);
  expect(await markMessageRead(ctx, OWNER, id)).toEqual({ ok: true });
  expect(await stored()).toMatchObject([{ is_read: true }]);
  expect(await deleteMessage(ctx, OWNER, id)).toEqual({ ok: true });
  for (const gone of [id, "nonsense"]) {
    expect(await deleteMessage(ctx, OWNER, gone)).toEqual({ ok: false, reason: "unknown" });
    expect(await markMessageRead(ctx, OWNER, gone)).toEqual({ ok: false, reason: "unknown" });
  }
  expect(JSON.stringify(await database.db.select().from(audit_log))).not.toContain("carton");
});
