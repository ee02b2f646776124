import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { runSandbox, SECRET } from "#tests/fixtures/paystack-sandbox.ts";
import { createPaystack } from "./paystack.server.ts";

/** A secret key of Paystack's own test mode. Each run creates a few unpaid transactions there. */
const KEY = process.env["PAYSTACK_CONTRACT_KEY"];
if (KEY && !KEY.startsWith("sk_test_"))
  throw new Error("PAYSTACK_CONTRACT_KEY must be a key of the test mode (sk_test_...).");

type Target = { apiUrl: string; secretKey: string };

/** A sandbox for the running test, with one payment that was refunded in part. */
async function sandbox(): Promise<Target> {
  const { url, initialize, call, control } = await runSandbox();
  await initialize({ reference: "WH-refunded" });
  control.complete("WH-refunded", { outcome: "success" });
  await call("POST", "/refund", { transaction: "WH-refunded", amount: 50_000 });
  return { apiUrl: url, secretKey: SECRET };
}

const isReal = (apiUrl: string) => apiUrl === "https://api.paystack.co";
const paystack = async (): Promise<Target> => ({ apiUrl: "https://api.paystack.co", secretKey: KEY ?? "" });

/** What the shop expects of the provider, asked by the shop's own client. */
describe.each([
  { name: "the sandbox", target: sandbox, isOff: false },
  { name: "Paystack's test mode", target: paystack, isOff: !KEY },
])("$name", ({ target, isOff }) => {
  beforeEach((context) => context.skip(isOff, "not asked: PAYSTACK_CONTRACT_KEY has no key (sk_test_...)"));

  async function provider(change: Partial<Target> = {}) {
    const { apiUrl, secretKey } = { ...(await target()), ...change };
    const checkoutOrigin = isReal(apiUrl) ? "https://checkout.paystack.com" : apiUrl;
    const settings = { apiUrl, secretKey, publicKey: "", inlineUrl: "", checkoutOrigin };
    const get = async (path: string) => {
      const response = await fetch(apiUrl + path, { headers: { Authorization: `Bearer ${secretKey}` } });
      return (await response.json()) as unknown;
    };
    return { client: createPaystack(settings, false), get };
  }
  const charge = () => ({
    reference: `WH-contract-${crypto.randomUUID()}`,
    amount_kobo: 1_234_500,
    currency: "NGN",
    email: "contract@shop.example.com",
    callback_url: "https://shop.example.com/payment-success",
    metadata: { purpose: "contract test" },
  });

  test("a new reference gets an access code and a page; the same again is a duplicate", async () => {
    const { client } = await provider();
    const input = charge();
    expect(await client.initialize(input)).toEqual({
      ok: true,
      access_code: expect.stringMatching(/^\w{6,}$/),
      authorization_url: expect.stringMatching(/^https?:\/\/.+\w$/),
    });
    expect(await client.initialize(input)).toMatchObject({ ok: false, reason: "duplicate_reference" });
  });

  test.each([
    ["fractions of a kobo", { amount_kobo: 12_345.5 }],
    ["a negative amount", { amount_kobo: -10_000 }],
    ["no address", { email: "" }],
  ])("%s are refused", async (_, change) => {
    const { client } = await provider();
    expect(await client.initialize({ ...charge(), ...change })).toMatchObject({ ok: false, reason: "refused" });
  });

  const transfer = () => ({ ...charge(), expires_at: new Date(Date.now() + 30 * 60_000) });

  test("a transfer has an account number that ends, and is not paid; the same again is a duplicate", async () => {
    const { client } = await provider();
    const input = transfer();
    const charged = await client.chargeTransfer(input);
    expect(charged).toMatchObject({
      ok: true,
      account: {
        account_number: expect.stringMatching(/^\d{10}$/),
        account_name: expect.stringMatching(/\w/),
        bank_name: expect.stringMatching(/\w/),
        expires_at: expect.toSatisfy((at: Date) => at > new Date() && at.getTime() < Date.now() + 86_400_000),
      },
    });
    expect(await client.chargeTransfer(input)).toMatchObject({ ok: false, reason: "duplicate_reference" });
    const verified = await client.verify(input.reference);
    expect(verified).toMatchObject({ ok: true, verification: { reference: input.reference } });
    expect(verified).not.toMatchObject({ verification: { status: "success" } });
  });

  test.each([
    ["less than ₦100.00", { amount_kobo: 9_999 }],
    ["no address", { email: "" }],
  ])("a transfer of %s is refused", async (_, change) => {
    const { client } = await provider();
    expect(await client.chargeTransfer({ ...transfer(), ...change })).toMatchObject({ ok: false, reason: "refused" });
  });

  test("among paid transactions there is none of an amount that nobody paid", async () => {
    const { client } = await provider();
    const [from, to] = [new Date(Date.now() - 3_600_000), new Date()];
    const amount_kobo = charge().amount_kobo + 1;
    expect(await client.paidTransactions({ amount_kobo, from, to })).toEqual({ ok: true, paid: [] });
  });

  test("an unknown reference is said to be unknown", async () => {
    const { client } = await provider();
    expect(await client.verify(charge().reference)).toMatchObject({ ok: false, reason: "unknown_reference" });
  });

  test("an unpaid transaction verifies as abandoned with our amount, has no refunds and gets none", async () => {
    const { client } = await provider();
    const input = charge();
    await client.initialize(input);
    const verified = await client.verify(input.reference);
    expect(verified).toMatchObject({
      ok: true,
      verification: {
        status: "abandoned",
        reference: input.reference,
        transaction_id: expect.stringMatching(/^\d+$/),
        domain: "test",
        currency: "NGN",
        requested_amount_kobo: input.amount_kobo,
      },
    });
    if (!verified.ok) return;
    expect(verified.verification.amount_kobo).toBeGreaterThanOrEqual(input.amount_kobo);
    expect(await client.refunds(verified.verification.transaction_id ?? "")).toEqual({ ok: true, refunds: [] });
    const refund = { reference: input.reference, amount_kobo: 10_000, note: "", customer_note: "" };
    expect(await client.refund(refund)).toMatchObject({ ok: false, reason: "refused" });
  });

  test("the refunds of a transaction are found again in the list", async (context) => {
    const { client, get } = await provider();
    const list = z
      .object({ data: z.array(z.object({ id: z.number(), transaction: z.number(), amount: z.coerce.number() })) })
      .parse(await get("/refund?perPage=5"));
    context.skip(list.data.length === 0, "this account has no refund yet");
    for (const { id, transaction, amount } of list.data) {
      const found = await client.refunds(String(transaction));
      expect(found).toMatchObject({
        ok: true,
        refunds: expect.arrayContaining([
          {
            provider_id: String(id),
            amount_kobo: amount,
            currency: "NGN",
            status: expect.stringMatching(/^(pending|processing|processed|failed|needs_attention)$/),
            note: expect.toSatisfy((note) => note === null || typeof note === "string"),
          },
        ]),
      });
    }
  });

  test("another key creates nothing and sees nothing", async () => {
    const { client } = await provider({ secretKey: "sk_test_0000000000000000000000000000000000000000" });
    expect(await client.initialize(charge())).toMatchObject({ ok: false, reason: "refused" });
    expect(await client.verify(charge().reference)).toMatchObject({ ok: false, reason: "unavailable" });
    expect(await client.chargeTransfer(transfer())).toMatchObject({ ok: false, reason: "refused" });
    expect(await client.paidTransactions({ amount_kobo: 10_000, from: new Date(0), to: new Date() })).toMatchObject({
      ok: false,
    });
    expect(await client.refunds("1")).toMatchObject({ ok: false });
  });
});
