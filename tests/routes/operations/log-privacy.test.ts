import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type AddressInfo, type Server as TcpServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DECOY_FIELD, SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../../fixtures/checkout.ts";
import { BEHIND_PROXY, signUp, Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

type Line = Record<string, unknown>;
const lines: string[] = [];
let shop: RunningShop;
let mailServer: TcpServer;
let smsGateway: Server;

/** Nobody else is called or lives like this person. */
const PERSON = {
  name: "Zubaydah Quxobi",
  email: "zubaydah.quxobi@qux-traders.example",
  phone: "08099911227",
  address: "77 Quxley Avenue",
  city: "Quxtown",
  postal_code: "998877",
  business: "Quxobi Wholesale",
  message: "Please ask Quxmama about the delivery of my forty basins.",
  password: "Qux-pass-word-4471",
};
const signUpByPhone = {
  phoneNumber: "+2348099911227",
  password: PERSON.password,
  firstName: "Zubaydah",
  lastName: "Quxobi",
};
/** Parts of what the person entered, in any spelling of the number. */
const PRIVATE = /zubaydah|qux|99911227|998877|forty basins/i;

/** A mail server that refuses each recipient, naming the address and the person. */
function refusingMailServer(): TcpServer {
  return createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", (bytes: Buffer) => {
      for (const line of bytes.toString().split("\r\n").filter(Boolean)) {
        const to = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
        if (to) socket.write(`550 5.1.1 <${to}>: ${to} is not known here, call +2348099911227 or 08099911227\r\n`);
        else socket.write(/^QUIT/i.test(line) ? "221 bye\r\n" : "250 ok\r\n");
      }
    });
  });
}

const listening = async <S extends TcpServer>(server: S): Promise<S> =>
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
const portOf = (server: TcpServer) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  mailServer = await listening(refusingMailServer());
  smsGateway = await listening(
    createHttpServer((request, response) => {
      request.resume().on("end", () => response.writeHead(500).end(`no route to ${PERSON.phone}`));
    }),
  );
  shop = await testShop({
    env: {
      ...BEHIND_PROXY,
      LOG_LEVEL: "trace",
      SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer)}`,
      SMS_URL: `http://127.0.0.1:${portOf(smsGateway)}`,
    },
    log: (line) => void lines.push(line),
  });
});
afterAll(async () => {
  await shop.close();
  mailServer.close();
  smsGateway.close();
});
beforeEach(async () => {
  await sql("delete from rate_limits");
  lines.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void lines.push(args.map(String).join(" ")));
  vi.spyOn(console, "warn").mockImplementation((...args: unknown[]) => void lines.push(args.map(String).join(" ")));
});

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const parsed = () => lines.map((line) => JSON.parse(line) as Line);
const contact = { name: PERSON.name, email: PERSON.email, message: PERSON.message };
const open = () => ({ [SUBMISSION_FIELD]: newSubmissionId(Date.now() - 60_000), [DECOY_FIELD]: "" });

async function startPayment() {
  const id = await makeGoods(shop.shop.database, { stock: 50 });
  const input = startInput([[id, 1]], {
    contact: { ...startInput([]).contact, ...PERSON, state: "Lagos", substitute_phone: PERSON.phone },
  });
  return await new Visitor(shop.url).send("/checkout/start", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
  });
}

/** Runs `work` while the database refuses to store into `table`, and cannot read the values for `column`. */
async function withBrokenTable(table: string, column: string, work: () => Promise<unknown>): Promise<void> {
  await sql(`alter table ${table} rename to hidden_${table}`);
  await work();
  await sql(`alter table hidden_${table} rename to ${table}`);
  await sql(`create function refuse_${table}() returns trigger language plpgsql as
    $$ begin perform (to_jsonb(new) ->> '${column}')::integer; return new; end $$`);
  await sql(
    `create trigger a_refuse before insert or update on ${table} for each row execute function refuse_${table}()`,
  );
  await work();
  await sql(`drop trigger a_refuse on ${table}`);
}

function expectPrivate(): void {
  expect(
    lines.filter((line) => PRIVATE.test(line) || PRIVATE.test(decodeURIComponent(line.replaceAll("%", "%25")))),
  ).toEqual([]);
}

test("signing up, in and resetting a password leave no personal data in the log, also when they fail", async () => {
  const { name, email, password, phone } = PERSON;
  const all = async () => {
    const who = new Visitor(shop.url);
    await signUp(who, email, { name, password });
    await signUp(who, email, { name, password });
    await who.auth("/sign-up/phone", signUpByPhone);
    await who.signIn(email, `${password}x`);
    await who.auth("/request-password-reset", { email, redirectTo: "/profile?reset=true" });
    await who.get(`/login?email=${encodeURIComponent(email)}`);
    await who.form("/login", { identifier: email, password });
    await who.form("/forgot-password", { identifier: phone });
  };
  await all();
  await sql("delete from rate_limits");
  await withBrokenTable("users", "name", all);
  expect(parsed().filter(({ level }) => level === 50).length).toBeGreaterThan(0);
  expectPrivate();
});

test("forms leave no personal data in the log, also when they cannot be stored", async () => {
  const all = async () => {
    const who = new Visitor(shop.url);
    await who.form("/contact", { ...contact, ...open() });
    await who.form("/custom-order", {
      ...contact,
      ...open(),
      phone: PERSON.phone,
      description: PERSON.message,
      quantity: "40",
    });
    await who.form("/supplier-registration", {
      ...open(),
      business_name: PERSON.business,
      address: PERSON.address,
      contact: PERSON.phone,
    });
    await who.form("/newsletter", { email: PERSON.email });
  };
  await all();
  await withBrokenTable("contact_messages", "name", all);
  await withBrokenTable("custom_orders", "name", all);
  const messages = parsed().map(({ msg }) => msg);
  expect(messages).toContain("a submission was not stored");
  expect(lines.join("\n")).toContain("[value]");
  expectPrivate();
});

test("checkout, declined and failed payments leave no personal data in the log", async () => {
  const paystack = shop.demo?.paystack;
  const { json } = await startPayment();
  const reference = (json["payment"] as { reference: string }).reference;
  const verify = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ reference }),
  };
  paystack?.complete(reference, { outcome: "failed" });
  await new Visitor(shop.url).send("/functions/v1/verify-paystack-payment", verify);
  paystack?.addFault({
    match: { path: "/transaction/initialize" },
    times: 1,
    effect: { status: 400, body: { status: false, message: `Customer ${PERSON.email} (${PERSON.phone}) is blocked` } },
  });
  await startPayment();
  paystack?.addFault({ match: { path: "/transaction" }, times: 3, effect: { reset: true } });
  await startPayment();
  await withBrokenTable("payment_attempts", "customer_name", startPayment);
  await withBrokenTable("orders", "customer_name", async () => {
    paystack?.complete(reference, { outcome: "success" });
    await new Visitor(shop.url).send("/functions/v1/verify-paystack-payment", verify);
  });
  await new Visitor(shop.url).send("/functions/v1/verify-paystack-payment", verify);
  const seen = parsed();
  expect(seen).toContainEqual(expect.objectContaining({ msg: "payment was not opened" }));
  expect(seen).toContainEqual(
    expect.objectContaining({ msg: "provider call", call: "verify", outcome: "ok", reference }),
  );
  expect(seen.filter(({ level }) => level === 50).length).toBeGreaterThan(1);
  expectPrivate();
});

test("mails and SMS that are refused leave no personal data in the log, and name the request that caused them", async () => {
  const answer = await new Visitor(shop.url).form("/contact", { ...contact, ...open() });
  expect(answer.status).toBe(200);
  const request = answer.headers.get("X-Request-Id");
  await new Visitor(shop.url).auth("/sign-up/phone", signUpByPhone);
  const failed = (message: RegExp) =>
    parsed().filter(({ msg, err }) => msg === "a job failed" && message.test(JSON.stringify(err)));
  await expect.poll(() => failed(/550/).map((line) => line["request"])).toContain(request);
  await expect.poll(() => failed(/gateway answered 500/).length).toBeGreaterThan(0);
  expectPrivate();
});
