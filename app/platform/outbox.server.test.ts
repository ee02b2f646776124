import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { mailbox_messages, mails } from "#db/schema/mail.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { embeddedDatabase, testDatabase } from "#tests/setup/database.ts";
import { createJobs } from "./jobs.server.ts";
import { createLogger } from "./log.server.ts";
import { createMailer, messageIdOf, type OutgoingMail } from "./mailer.server.ts";
import { deliverMail, queueMail, type RenderMail } from "./outbox.server.ts";
import { createSms } from "./sms.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const render: RenderMail = (kind, data) =>
  Promise.resolve({ subject: kind, html: `<p>${String(data.customer_name)}</p>`, text: String(data.customer_name) });
const log = createLogger("silent");
const sms = { send: () => Promise.reject(new Error("no phone is meant")) };

async function order(): Promise<string> {
  const { rows } = await database.sql(
    `insert into orders (payment_method, payment_reference, payment_status, total_amount_kobo, customer_name, customer_email,
      customer_phone, shipping_address, access_token) values ('paystack', $1, 'paid', 1, 'Ada', 'a@b.co', '1', 'x', $1) returning id`,
    [crypto.randomUUID()],
  );
  return String(rows[0]?.id);
}

async function queued(): Promise<{ id: string; jobs: ReturnType<typeof recordedJobs>; order_id: string }> {
  const jobs = recordedJobs();
  const order_id = await order();
  const mail = { kind: "order_confirmation", order_id, to: "a@b.co", data: { customer_name: "Ada" } } as const;
  await database.db.transaction((tx) => queueMail(tx, jobs, mail));
  await database.db.transaction((tx) => queueMail(tx, jobs, mail));
  return { id: String(jobs.enqueued[0]?.data.id), jobs, order_id };
}

test("a mail is queued once per order and kind", async () => {
  const { jobs, order_id } = await queued();
  expect(jobs.enqueued).toHaveLength(1);
  expect(await database.db.select().from(mails).where(eq(mails.order_id, order_id))).toHaveLength(1);
});

test("a failing mail server delays the mail and loses none", async () => {
  const { id } = await queued();
  const sent: OutgoingMail[] = [];
  let isDown = true;
  const mailer = {
    async send(mail: OutgoingMail) {
      if (isDown) throw new Error("ECONNREFUSED");
      sent.push(mail);
    },
  };
  await expect(deliverMail({ db: database.db, mailer, sms }, render, id)).rejects.toThrow("ECONNREFUSED");
  const [waiting] = await database.db.select().from(mails).where(eq(mails.id, id));
  expect(waiting).toMatchObject({ status: "queued", tries: 1, last_error: "ECONNREFUSED" });
  isDown = false;
  await deliverMail({ db: database.db, mailer, sms }, render, id);
  await deliverMail({ db: database.db, mailer, sms }, render, id);
  expect(sent).toHaveLength(1);
  const [done] = await database.db.select().from(mails).where(eq(mails.id, id));
  expect(done).toMatchObject({ status: "sent", tries: 2, last_error: null });
});

test.each([
  ["PostgreSQL", () => testDatabase()],
  ["the embedded database", () => embeddedDatabase()],
])("%s: a transaction can enqueue as soon as the queue has started, the first time and later", async (_kind, open) => {
  const fresh = await open();
  try {
    for (const id of ["first", "second"]) {
      const jobs = await createJobs(fresh, log);
      try {
        await fresh.db.transaction((tx) => jobs.enqueue(tx, "mail", { id }));
        await fresh.db.transaction((tx) => jobs.enqueueOnce(tx, "stems"));
        expect(await jobs.states("mail", { id })).toEqual(["created"]);
      } finally {
        await jobs.close();
      }
    }
  } finally {
    await fresh.close();
  }
});

test("a job exists only if its transaction commits, and a job that throws comes again", async () => {
  const jobs = await createJobs(database, log, { pollSeconds: 0.5 });
  const seen: unknown[] = [];
  try {
    await jobs.work("mail", async (data) => {
      seen.push(data.id);
    });
    await expect(
      database.db.transaction(async (tx) => {
        await jobs.enqueue(tx, "mail", { id: "never" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await database.db.transaction((tx) => jobs.enqueue(tx, "mail", { id: "real" }));
    await expect.poll(() => seen).toEqual(["real"]);
  } finally {
    await jobs.close();
  }
});

test("a queue is worked through without pauses, urgent jobs first, and one that throws harms no other", async () => {
  // Only one poll of the queue happens during this test: its jobs must trigger the rest.
  const jobs = await createJobs(database, log, { pollSeconds: 3_600 });
  const seen: string[] = [];
  try {
    for (let at = 1; at <= 24; at += 1) await jobs.enqueue(database.db, "mail", { id: `later ${at}` });
    await jobs.enqueue(database.db, "mail", { id: "code" }, { isUrgent: true });
    await jobs.work("mail", async ({ id }) => {
      seen.push(String(id));
      if (id === "later 2") throw new Error("refused");
    });
    await expect.poll(() => seen.length).toBe(25);
    // Ten are fetched at once, in no order.
    expect(seen.slice(0, 10)).toContain("code");
    expect(new Set(seen).size).toBe(25);
    const states = () =>
      database.sql(
        "select state, count(*)::int as n from pgboss.job where name = 'mail' and data->>'id' ~ '^(later|code)' group by state order by state",
      );
    await expect
      .poll(async () => (await states()).rows)
      .toEqual([
        { state: "retry", n: 1 },
        { state: "completed", n: 24 },
      ]);
  } finally {
    await jobs.close();
  }
});

test.each([
  ["PostgreSQL", () => testDatabase()],
  ["the embedded database", () => embeddedDatabase()],
])("%s: a job is taken when its transaction commits, without a poll", async (_kind, open) => {
  const fresh = await open();
  const jobs = await createJobs(fresh, log, { pollSeconds: 3_600 });
  const seen: unknown[] = [];
  try {
    await jobs.work("mail", async ({ id }) => void seen.push(id));
    for (const id of ["first", "second"]) {
      await fresh.db.transaction((tx) => jobs.enqueue(tx, "mail", { id }));
      await expect.poll(() => seen).toContain(id);
    }
  } finally {
    await jobs.close();
    await fresh.close();
  }
});

const ID = "6f0d3f1e-0000-4000-8000-000000000001";

test("each try of a mail has one Message-ID, at the sender's domain", () => {
  expect(messageIdOf(ID, "Oja <orders@shop.example>")).toBe(`<${ID}@shop.example>`);
  expect(messageIdOf(ID, "orders@shop.example")).toBe(`<${ID}@shop.example>`);
  expect(messageIdOf(ID, "Oja")).toBe(`<${ID}@localhost>`);
});

test("each try of an SMS has one key at the gateway", async () => {
  const keys: unknown[] = [];
  const gateway = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    response.end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void gateway.close());
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const phone = createSms({ gateway: { url }, demo: false, db: database.db, storeName: async () => "Oja" });
  const message = { id: ID, to: "+2348031234567", text: "Hello" };
  await phone.send(message);
  await phone.send(message);
  expect(keys).toEqual([ID, ID]);
});

test("a real shop without a mail server keeps its mails", async () => {
  const mailer = createMailer({ from: "Oja <x@oja.example>", demo: false, db: database.db });
  await expect(mailer.send({ id: ID, to: "a@b.co", subject: "S", html: "H", text: "T" })).rejects.toThrow(
    "SMTP_URL is not set",
  );
});

test("without a mail server mails go to the demo's mailbox", async () => {
  const mailer = createMailer({ from: "Oja <x@oja.example>", demo: true, db: database.db });
  const mail = { id: ID, to: "box@b.co", subject: "S", html: "<p>H</p>", text: "T" };
  await mailer.send(mail);
  // A process that died before it recorded the delivery sends it again.
  await mailer.send(mail);
  expect(await database.db.$count(mailbox_messages, eq(mailbox_messages.to_address, "box@b.co"))).toBe(1);
  const [message] = await database.db
    .select()
    .from(mailbox_messages)
    .where(eq(mailbox_messages.to_address, "box@b.co"));
  expect(message).toMatchObject({ from_address: "Oja <x@oja.example>", subject: "S", html: "<p>H</p>", text: "T" });
});

test("a text goes to a phone, and what proved a person is not kept", async () => {
  const jobs = recordedJobs();
  const texts: { to: string; text: string }[] = [];
  const phone = { send: async (text: { to: string; text: string }) => void texts.push(text) };
  const mailer = { send: () => Promise.reject(new Error("no mailbox is meant")) };
  const data = { customer_name: "code 123456" };
  await database.db.transaction((tx) => queueMail(tx, jobs, { kind: "sms_code", to: "+2348031234567", data }));
  const id = String(jobs.enqueued[0]?.data.id);
  await deliverMail({ db: database.db, mailer, sms: phone }, render, id);
  expect(texts).toEqual([{ id, to: "+2348031234567", text: "code 123456" }]);
  const [row] = await database.db.select().from(mails).where(eq(mails.id, id));
  expect(row).toMatchObject({ status: "sent", data: {} });
});
