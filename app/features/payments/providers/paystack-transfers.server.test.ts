import { expect, test } from "vitest";
import { runSandbox, SECRET } from "#tests/fixtures/paystack-sandbox.ts";
import { createPaystack } from "./paystack.server.ts";

/** The client and its sandbox, and a charge by transfer of ₦12,345.00. */
async function sandbox() {
  const running = await runSandbox();
  const { url } = running;
  const settings = { apiUrl: url, secretKey: SECRET, publicKey: "", inlineUrl: "", checkoutOrigin: url };
  const input = {
    reference: "WH-transfer",
    amount_kobo: 1_234_500,
    currency: "NGN",
    email: "ada@shop.example",
    expires_at: new Date(Date.now() + 30 * 60_000),
    metadata: {},
  };
  return { ...running, client: createPaystack(settings, false), input };
}

test("a charge has one account until the time that was asked; verify then answers, and nothing is paid", async () => {
  const { client, input } = await sandbox();
  const charge = await client.chargeTransfer(input);
  expect(charge).toMatchObject({ ok: true, account: { bank_name: "Test Bank", expires_at: input.expires_at } });
  expect(await client.chargeTransfer(input)).toMatchObject({ ok: false, reason: "duplicate_reference" });
  expect(await client.verify(input.reference)).toMatchObject({ ok: true, verification: { status: "ongoing" } });
});

test.each([
  ["an account for another amount", { status: 200, body: { status: true, message: "", data: account({ amount: 1 }) } }],
  [
    "an account for another payment",
    { status: 200, body: { status: true, message: "", data: account({ reference: "WH1" }) } },
  ],
  ["no account", { status: 200, body: { status: true, message: "", data: { reference: "WH-transfer" } } }],
  ["an outage", { status: 503 }],
])("%s is never shown", async (_, effect) => {
  const { client, input, control } = await sandbox();
  control.addFault({ match: { path: "/charge" }, times: 1, effect });
  expect(await client.chargeTransfer(input)).toMatchObject({ ok: false, reason: "unavailable" });
});

function account(change: object) {
  const bank = { name: "Test Bank" };
  return { reference: "WH-transfer", account_number: "9912345678", account_name: "OJA", bank, ...change };
}

test("a status that the shop does not know is an answer, not an outage", async () => {
  const { client, input, control, call } = await sandbox();
  await client.chargeTransfer(input);
  const { data } = await call("GET", `/transaction/verify/${input.reference}`);
  const body = { status: true, message: "", data: { ...data, status: "pending_bank_transfer" } };
  control.addFault({ match: { path: "/transaction/verify" }, times: 1, effect: { status: 200, body } });
  expect(await client.verify(input.reference)).toMatchObject({ verification: { status: "pending_bank_transfer" } });
});

test("paid transfers of an amount are listed with their sender; wrong, second and late ones go back", async () => {
  const { client, input, control } = await sandbox();
  await client.chargeTransfer(input);
  expect(control.transfer(input.reference, { amount: 1_000_000 })).toBe(false);
  expect(control.transfer(input.reference, { sender: "NGOZI EZE", from: "0001116789" })).toBe(true);
  expect(control.transfer(input.reference)).toBe(false);
  const around = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  expect(await client.paidTransactions({ amount_kobo: input.amount_kobo, ...around })).toEqual({
    ok: true,
    paid: [{ reference: input.reference, amount_kobo: input.amount_kobo, sender: "NGOZI EZE", last4: "6789" }],
  });
  expect(await client.paidTransactions({ amount_kobo: 5_000, ...around })).toEqual({ ok: true, paid: [] });
});
