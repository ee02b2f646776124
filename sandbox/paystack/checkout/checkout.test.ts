import { expect, test } from "vitest";
import { runSandbox, runShop } from "#tests/fixtures/paystack-sandbox.ts";
import { CARDS, spaced } from "../cards.ts";
import { LATE_WEBHOOK_AFTER, TRANSFER_SETTLES_AFTER } from "../payments.ts";

const card = (number: string, fields: Record<string, string> = {}) => {
  const known = CARDS.find((one) => one.number === number.replaceAll(" ", ""));
  return { number, expiry: "12/40", cvv: known?.cvv ?? "000", ...fields };
};

async function checkout(body: Record<string, unknown> = {}) {
  const shop = await runShop();
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  const { data } = await sandbox.initialize({ callback_url: "http://127.0.0.1:9/paid?a=1", ...body });
  const code = String(data.access_code);
  await fetch(`${sandbox.url}/checkout/${code}/open`, { method: "POST" });
  return {
    sandbox,
    shop,
    code,
    act: (action: string, fields: Record<string, string> = {}) => sandbox.act(code, action, fields),
    state: async () => (await sandbox.verify("WH-1")).data,
    events: () => shop.received.map(({ body: text }) => (JSON.parse(text) as { event: string }).event),
  };
}

test("the documented card pays, and the page hears reference and return address", async () => {
  const { act, state } = await checkout();
  const answer = await act("card", card("4084 0840 8408 4081"));
  expect(answer.html).toContain("Payment successful");
  expect(answer.events).toMatchObject([
    { event: "success", data: { reference: "WH-1", trxref: "WH-1", status: "success", message: "Approved" } },
  ]);
  expect(answer.leave).toBe("http://127.0.0.1:9/paid?a=1&trxref=WH-1&reference=WH-1");
  expect(await state()).toMatchObject({
    status: "success",
    authorization: { exp_month: "12", exp_year: "2040", brand: "visa" },
  });
});

test.each([
  ["507850785078507812", [["pin", { pin: "1111" }]]],
  [
    "5060666666666666666",
    [
      ["pin", { pin: "1234" }],
      ["otp", { otp: "123456" }],
    ],
  ],
  ["5192602720584796", [["bank", {}]]],
  ["4084080000671803", []],
] as [string, [string, Record<string, string>][]][])("card %s pays after its steps", async (number, steps) => {
  const { act, state } = await checkout();
  await act("card", card(number));
  for (const [action, fields] of steps) {
    expect((await state()).status).toBe("ongoing");
    await act(action, fields);
  }
  expect((await state()).status).toBe("success");
});

test.each([
  ["the declined card", card("4084080000005408"), "Declined"],
  ["insufficient funds", card("4084080000670037"), "Insufficient Funds"],
  ["an unknown card", card("4111111111111111"), "Declined"],
  ["a wrong CVV", card("4084084084084081", { cvv: "000" }), "Declined"],
])("%s fails without a webhook, and the same popup can still pay", async (_, fields, reason) => {
  const { act, state, events } = await checkout();
  const answer = await act("card", fields);
  expect(answer.events).toEqual([]);
  expect(answer.html).toContain('role="alert"');
  expect(await state()).toMatchObject({ status: "failed", gateway_response: reason, paid_at: null });
  expect(events()).toEqual([]);
  await act("card", card("4084084084084081"));
  expect((await state()).status).toBe("success");
  await expect.poll(() => events()).toEqual(["charge.success"]);
});

test("PIN and code are checked: a wrong PIN declines, a wrong code may be typed again", async () => {
  const { act, state } = await checkout();
  await act("card", card("5060666666666666666"));
  await act("pin", { pin: "9999" });
  expect(await state()).toMatchObject({ status: "failed", gateway_response: "Incorrect PIN" });
  await act("card", card("5060666666666666666"));
  await act("pin", { pin: "1234" });
  expect((await act("otp", { otp: "000000" })).html).toContain("That code is wrong");
  await act("otp", { otp: "123456" });
  expect((await state()).status).toBe("success");
});

test("a step cannot be taken out of order", async () => {
  const { act, state } = await checkout();
  await act("pin", { pin: "" });
  await act("otp", { otp: "123456" });
  await act("bank");
  await act("constructor");
  await act("card", card("507850785078507812"));
  for (const action of ["bank", "otp", "bank-refuse"]) await act(action, { otp: "123456" });
  expect((await state()).status).toBe("ongoing");
  await act("pin", { pin: "1111" });
  expect((await state()).status).toBe("success");
});

test("an expired card is an error of the form, not an attempt", async () => {
  const { act, state } = await checkout();
  expect((await act("card", card("4084084084084081", { expiry: "01/20" }))).html).toContain("expiry month");
  expect(await state()).toMatchObject({ status: "ongoing", log: { attempts: 0 } });
});

test("input is escaped and the CVV is not returned", async () => {
  const { act } = await checkout({ email: "ada@shop.ng" });
  const { html } = await act("card", { number: '"><img src=x>', expiry: "12/40", cvv: "777" });
  expect(html).not.toContain("<img");
  expect(html).not.toContain("777");
});

test("'I have sent the money' is pending first and paid when the bank reports it", async () => {
  const { sandbox, act, state, events } = await checkout();
  const answer = await act("transfer-sent");
  expect(answer.events).toEqual([{ event: "transfer:pending", data: { status: "pending" } }]);
  await sandbox.control.advanceClock(TRANSFER_SETTLES_AFTER - 1);
  expect(await state()).toMatchObject({ status: "pending", channel: "bank_transfer" });
  await act("cancel");
  await sandbox.control.advanceClock(1);
  expect(await state()).toMatchObject({ status: "success", channel: "bank_transfer" });
  await expect.poll(() => events()).toEqual(["charge.success"]);
});

test("a wrong transfer is sent back with bank.transfer.rejected; an expired account can be renewed", async () => {
  const { act, state, shop, sandbox } = await checkout();
  await act("transfer-wrong");
  await expect.poll(() => shop.received).toHaveLength(1);
  expect(JSON.parse(shop.received[0]?.body ?? "")).toMatchObject({
    event: "bank.transfer.rejected",
    data: {
      bank_transfer: { amount: 1_234_400, message_type: "INCORRECT_AMOUNT", transaction_id: (await state()).id },
      customer: { email: "ada@shop.ng" },
    },
  });
  expect((await state()).status).toBe("ongoing");
  await act("transfer-expire");
  expect((await state()).status).toBe("abandoned");
  await act("transfer-again");
  await act("transfer-sent");
  await sandbox.control.advanceClock(TRANSFER_SETTLES_AFTER);
  expect((await state()).status).toBe("success");
});

test("USSD pays once the code was dialled, unless the bank declines it", async () => {
  const { act, state } = await checkout();
  expect((await act("ussd-refused")).html).toContain("The bank declined the USSD payment");
  expect(await state()).toMatchObject({ status: "failed", gateway_response: "Declined by the bank" });
  expect((await act("ussd-done")).events).toMatchObject([{ event: "success" }]);
  expect(await state()).toMatchObject({ status: "success", channel: "ussd" });
});

test("closing abandons, and the transaction can be opened again", async () => {
  const { act, state, sandbox, code } = await checkout({ metadata: { cancel_action: "http://127.0.0.1:9/cart" } });
  expect(await act("cancel")).toMatchObject({ events: [{ event: "close" }], leave: "http://127.0.0.1:9/cart" });
  expect((await state()).status).toBe("abandoned");
  await fetch(`${sandbox.url}/checkout/${code}/open`, { method: "POST" });
  expect((await state()).status).toBe("ongoing");
});

test.each([
  ["fault-callback", "success", ["close"], 1],
  ["fault-tab", "success", [], 0],
  ["fault-webhook", "success", ["success"], 0],
  ["fault-double", "success", ["success", "success"], 1],
  ["fault-other", "abandoned", ["success"], 0],
  ["fault-setup", "abandoned", ["error"], 0],
  ["fault-hang", "ongoing", [], 0],
])("%s ends %s, tells the page %j and sends %i webhooks", async (action, status, expected, webhooks) => {
  const { act, state, events, sandbox } = await checkout();
  const answer = await act(action);
  expect((await state()).status).toBe(status);
  expect(answer.events.map(({ event }) => event)).toEqual(expected);
  await expect.poll(() => events()).toHaveLength(webhooks);
  await sandbox.control.advanceClock(LATE_WEBHOOK_AFTER);
  expect(events()).toHaveLength(action === "fault-tab" ? 1 : webhooks);
});

test("a foreign success names an unknown reference", async () => {
  const { act, sandbox } = await checkout();
  const { events } = await act("fault-other");
  const data = events[0]?.data as { reference: string } | undefined;
  expect(data?.reference).toMatch(/^T/);
  expect(await sandbox.verify(String(data?.reference))).toMatchObject({ status: false });
});

test("a paid transaction cannot be opened again", async () => {
  const { sandbox, code } = await checkout();
  sandbox.control.complete("WH-1", { outcome: "success" });
  const response = await fetch(`${sandbox.url}/checkout/${code}/open`, { method: "POST" });
  expect(await response.json()).toMatchObject({ events: [{ event: "error", data: { type: "setup" } }] });
});

test("a checkout only shows the channels it was made with", async () => {
  const { sandbox } = await checkout();
  const { data } = await sandbox.initialize({ channels: ["bank_transfer", "card"] });
  const response = await fetch(`${sandbox.url}/checkout/${String(data.access_code)}/open`, { method: "POST" });
  const { html } = (await response.json()) as { html: string };
  expect([...html.matchAll(/role="tab"\s+id="tab-(\w+)"/g)].map(([, name]) => name)).toEqual(["card", "transfer"]);
});

test("every test card has a number the list shows in fours", () => {
  expect(CARDS.map(({ number }) => spaced(number).replaceAll(" ", ""))).toEqual(CARDS.map(({ number }) => number));
  expect(CARDS[0]).toMatchObject({ steps: [] });
});
