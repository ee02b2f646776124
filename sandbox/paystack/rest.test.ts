import { expect, test } from "vitest";
import { runSandbox, SECRET } from "#tests/fixtures/paystack-sandbox.ts";
import { MAX_KOBO, MIN_KOBO } from "./initialize.ts";
import { feesOf, grossOf } from "./transaction.ts";

test("initialize answers like the provider", async () => {
  const sandbox = await runSandbox();
  const answer = await sandbox.initialize({ reference: "WH-a.b=C-1" });
  expect(answer).toMatchObject({ http: 200, status: true, message: "Authorization URL created" });
  expect(answer.data.reference).toBe("WH-a.b=C-1");
  expect(answer.data.access_code).toMatch(/^[a-z0-9]{15}$/);
  expect(answer.data.authorization_url).toBe(`${sandbox.url}/${String(answer.data.access_code)}`);
});

test.each([
  ["no email", { email: "" }, "Email Address is required", "missing_params"],
  ["broken email", { email: "ada@shop" }, "Invalid Email Address Passed", "invalid_email_address"],
  ["no amount", { amount: undefined }, "Invalid Amount Sent", "invalid_amount"],
  ["amount with kobo fractions", { amount: 12_345.5 }, "Invalid Amount Sent", "invalid_amount"],
  ["amount as text with a dot", { amount: "12345.50" }, "Invalid Amount Sent", "invalid_amount"],
  ["amount below the least", { amount: MIN_KOBO - 1 }, "Invalid Amount Sent", "invalid_amount"],
  ["amount above the most", { amount: MAX_KOBO + 1 }, "Invalid Amount Sent", "invalid_amount"],
  ["negative amount", { amount: -10_000 }, "Invalid Amount Sent", "invalid_amount"],
  ["dollars", { currency: "USD" }, "Currency not supported by merchant", "unsupported_currency"],
  ["underscore in the reference", { reference: "WH_1" }, "Invalid Transaction Reference", "invalid_reference"],
  ["space in the reference", { reference: "WH 1" }, "Invalid Transaction Reference", "invalid_reference"],
  ["script as callback", { callback_url: "javascript:alert(1)" }, "Invalid callback URL", "invalid_params"],
  ["a channel of another country", { channels: ["mobile_money"] }, "No valid channel was sent", "invalid_params"],
])("initialize refuses: %s", async (_, body, message, code) => {
  const sandbox = await runSandbox();
  expect(await sandbox.initialize(body)).toMatchObject({ http: 400, status: false, message, code });
  expect(sandbox.control.transactions()).toEqual([]);
});

test.each([MIN_KOBO, String(MIN_KOBO), MAX_KOBO])("initialize takes %s kobo", async (amount) => {
  const sandbox = await runSandbox();
  expect(await sandbox.initialize({ amount })).toMatchObject({ http: 200 });
});

test("a reference is taken once, and differs by case", async () => {
  const sandbox = await runSandbox();
  await sandbox.initialize({ reference: "WH-X" });
  expect(await sandbox.initialize({ reference: "WH-X" })).toMatchObject({
    http: 400,
    message: "Duplicate Transaction Reference",
    code: "duplicate_reference",
    type: "validation_error",
    meta: { nextStep: "Try and create the Transaction or Charge with a new reference" },
  });
  expect(await sandbox.initialize({ reference: "wh-x" })).toMatchObject({ http: 200 });
});

test.each([
  ["POST", "/transaction/initialize"],
  ["GET", "/transaction/verify/WH-1"],
  ["GET", "/transaction"],
  ["GET", "/transaction/4300000017"],
  ["POST", "/refund"],
  ["GET", "/refund"],
])("%s %s wants the secret key", async (method, path) => {
  const sandbox = await runSandbox();
  const body = method === "POST" ? {} : undefined;
  for (const key of ["", "pk_test_of_the_tests", `${SECRET}x`]) {
    expect(await sandbox.call(method, path, body, key)).toMatchObject({
      http: 401,
      status: false,
      message: "Invalid key",
    });
  }
});

test("verify shows each state of a transaction, always with 200", async () => {
  const sandbox = await runSandbox();
  const { data } = await sandbox.initialize({ metadata: { order: "A1" } });
  const status = async () => (await sandbox.verify("WH-1")).data.status;
  const fresh = await sandbox.verify("WH-1");
  expect(fresh).toMatchObject({ http: 200, message: "Verification successful" });
  expect(fresh.data).toMatchObject({
    status: "abandoned",
    domain: "test",
    amount: 1_234_500,
    requested_amount: 1_234_500,
    currency: "NGN",
    metadata: { order: "A1" },
    paid_at: null,
    fees: null,
    authorization: {},
    customer: { email: "ada@shop.ng" },
  });
  expect(fresh.data.id).toBeGreaterThan(2 ** 32);
  await fetch(`${sandbox.url}/checkout/${String(data.access_code)}/open`, { method: "POST" });
  expect(await status()).toBe("ongoing");
  sandbox.control.complete("WH-1", { outcome: "failed" });
  expect(await status()).toBe("failed");
  sandbox.control.complete("WH-1", { outcome: "success" });
  const paid = await sandbox.verify("WH-1");
  expect(paid.data).toMatchObject({ status: "success", fees: 28_518, gateway_response: "Successful", channel: "card" });
  expect(paid.data.paid_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(paid.data.authorization).toMatchObject({ last4: "4081", reusable: true });
  sandbox.control.complete("WH-1", { outcome: "failed" });
  expect(await status()).toBe("success");
});

test("a falsified payment keeps what was asked beside what was charged", async () => {
  const sandbox = await runSandbox();
  await sandbox.initialize();
  sandbox.control.complete("WH-1", { outcome: "success", amount: 1_234_499, currency: "USD" });
  expect((await sandbox.verify("WH-1")).data).toMatchObject({
    amount: 1_234_499,
    requested_amount: 1_234_500,
    currency: "USD",
  });
});

test("with fees on the buyer the amount is above the asked one by the fees", async () => {
  const sandbox = await runSandbox();
  sandbox.control.configure({ fees_bearer: "customer" });
  await sandbox.initialize();
  expect((await sandbox.verify("WH-1")).data).toMatchObject({
    amount: grossOf(1_234_500),
    requested_amount: 1_234_500,
  });
});

test.each([400, 404] as const)("an unknown reference answers %i", async (status) => {
  const sandbox = await runSandbox();
  sandbox.control.configure({ unknown_reference_status: status });
  expect(await sandbox.verify("WH-none")).toMatchObject({
    http: status,
    message: "Transaction reference not found",
    code: "transaction_not_found",
  });
});

test("list pages from the newest and filters by state; fetch takes the id", async () => {
  const sandbox = await runSandbox();
  for (let index = 0; index < 5; index += 1) await sandbox.initialize();
  sandbox.control.complete("WH-3", { outcome: "success" });
  const list = async (query: string) => {
    const answer = await sandbox.call("GET", `/transaction?${query}`);
    return {
      meta: answer.meta,
      references: (answer.data as unknown as { reference: string }[]).map((tx) => tx.reference),
    };
  };
  expect(await list("perPage=2&page=2")).toEqual({
    meta: { total: 5, skipped: 2, perPage: 2, page: 2, pageCount: 3 },
    references: ["WH-3", "WH-2"],
  });
  expect((await list("status=success")).references).toEqual(["WH-3"]);
  const { id } = (await sandbox.verify("WH-3")).data;
  expect(await sandbox.call("GET", `/transaction/${String(id)}`)).toMatchObject({
    message: "Transaction retrieved",
    data: { reference: "WH-3" },
  });
});

test.each([
  [10_000, 150],
  [25_000, 375],
  [249_999, 3_750],
  [250_000, 13_750],
  [12_666_666, 200_000],
  [12_700_000, 200_000],
  [1_000_000_000, 200_000],
])("the fee of %i kobo is %i", (kobo, fee) => expect(feesOf(kobo)).toBe(fee));

test.each([5_000, 240_000, 246_250, 260_000, 1_234_500, 20_000_000])(
  "the gross price of %i kobo leaves them after fees",
  (kobo) => {
    expect(grossOf(kobo) - feesOf(grossOf(kobo))).toBeGreaterThanOrEqual(kobo);
    expect(grossOf(kobo) - feesOf(grossOf(kobo)) - kobo).toBeLessThanOrEqual(1);
  },
);

test("live keys are refused", async () => {
  await expect(runSandbox({ secretKey: "sk_live_abc" })).rejects.toThrow("live keys");
});
