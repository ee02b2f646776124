import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { runSandbox, runShop, SECRET } from "#tests/fixtures/paystack-sandbox.ts";
import { checkLoopback, RETRY_SCHEDULE } from "./webhooks.ts";

const hmac = (body: string) => createHmac("sha512", SECRET).update(body).digest("hex");

test("a payment sends charge.success, signed over the bytes on the wire, with the data verify shows", async () => {
  const shop = await runShop();
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  await sandbox.initialize({ metadata: { note: "Ọjà / ₦5" } });
  sandbox.control.complete("WH-1", { outcome: "success" });
  await expect.poll(() => shop.received).toHaveLength(1);
  const [event] = shop.received;
  expect(event?.signature).toBe(hmac(event?.body ?? ""));
  expect(JSON.parse(event?.body ?? "")).toEqual({ event: "charge.success", data: (await sandbox.verify("WH-1")).data });
  await expect
    .poll(() => sandbox.control.deliveries())
    .toMatchObject([{ state: "delivered", reference: "WH-1", attempts: [{ status: 200 }] }]);
});

test.each(["compact", "spaced", "escaped"] as const)(
  "a %s body carries the same event under its own signature",
  async (body) => {
    const shop = await runShop();
    const sandbox = await runSandbox({ webhookUrl: shop.url });
    const data = { reference: "WH-1", note: "₦/" };
    await sandbox.control.sendWebhook({ event: "charge.success", data, body });
    const [event] = shop.received;
    expect(event?.signature).toBe(hmac(event?.body ?? ""));
    expect(JSON.parse(event?.body ?? "")).toEqual({ event: "charge.success", data });
    expect(event?.body === JSON.stringify({ event: "charge.success", data })).toBe(body === "compact");
  },
);

test.each(["invalid", "absent", "other-key"] as const)("a signature can be %s", async (signature) => {
  const shop = await runShop();
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  await sandbox.control.sendWebhook({ event: "charge.success", data: { reference: "WH-1" }, signature });
  const [event] = shop.received;
  expect(event?.signature).not.toBe(hmac(event?.body ?? ""));
  expect(event?.signature === undefined).toBe(signature === "absent");
});

test("the same event can come five times", async () => {
  const shop = await runShop();
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  await sandbox.control.sendWebhook({ event: "charge.success", data: { reference: "WH-1" }, times: 5 });
  expect(new Set(shop.received.map((event) => event.body)).size).toBe(1);
  expect(shop.received).toHaveLength(5);
});

test("a webhook answered with anything but 200 is sent again after three minutes four times and hourly after that", async () => {
  let status = 500;
  const shop = await runShop(() => status);
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  await sandbox.control.sendWebhook({ event: "charge.success", data: { reference: "WH-1" } });
  expect(shop.received).toHaveLength(1);
  await sandbox.control.advanceClock(179);
  expect(shop.received).toHaveLength(1);
  await sandbox.control.advanceClock(1);
  expect(shop.received).toHaveLength(2);
  await sandbox.control.advanceClock(3 * 180 + 3600);
  expect(shop.received).toHaveLength(6);
  status = 201;
  await sandbox.control.advanceClock(3600);
  status = 200;
  await sandbox.control.advanceClock(3600);
  expect(sandbox.control.deliveries()).toMatchObject([{ state: "delivered" }]);
  await sandbox.control.advanceClock(100 * 3600);
  expect(shop.received).toHaveLength(8);
  expect(new Set(shop.received.map(({ signature }) => signature)).size).toBe(1);
});

test("after the whole schedule an event is given up", async () => {
  const shop = await runShop(() => 500);
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  await sandbox.control.sendWebhook({ event: "charge.success", data: {} });
  await sandbox.control.advanceClock(80 * 3600);
  expect(shop.received).toHaveLength(1 + RETRY_SCHEDULE.length);
  expect(sandbox.control.deliveries()).toMatchObject([{ state: "given-up" }]);
});

test("the time scale makes hours pass quickly", async () => {
  let status = 500;
  const shop = await runShop(() => status);
  const sandbox = await runSandbox({ webhookUrl: shop.url, timeScale: 36_000 });
  await sandbox.control.sendWebhook({ event: "charge.success", data: {} });
  status = 200;
  await expect.poll(() => sandbox.control.deliveries()).toMatchObject([{ state: "delivered" }]);
});

test.each(["http://example.com/hook", "http://10.0.0.1/hook", "http://127.0.0.1.evil.test/", "ftp://127.0.0.1/"])(
  "a webhook never goes to %s",
  async (url) => {
    expect(() => checkLoopback(url)).toThrow("only calls this machine");
    await expect(runSandbox({ webhookUrl: url })).rejects.toThrow("only calls this machine");
    expect(() => checkLoopback("http://localhost:3000/webhooks/paystack")).not.toThrow();
  },
);

test("without an address nothing is sent, and one can be set later", async () => {
  const shop = await runShop();
  const sandbox = await runSandbox();
  await sandbox.initialize();
  sandbox.control.complete("WH-1", { outcome: "success" });
  sandbox.control.setWebhookUrl(shop.url);
  await sandbox.initialize();
  sandbox.control.complete("WH-2", { outcome: "success", webhook: "late" });
  await sandbox.control.advanceClock(3600);
  expect(shop.received).toHaveLength(0);
  await sandbox.control.advanceClock(2 * 3600);
  expect(shop.received).toHaveLength(1);
});

test("closing does not wait for a shop that hangs", async () => {
  const sandbox = await runSandbox();
  const shop = await runShop(() => 0);
  sandbox.control.setWebhookUrl(shop.url);
  void sandbox.control.sendWebhook({ event: "x", data: {} });
  void sandbox.control.sendWebhook({ event: "y", data: {}, delay_s: 999_999 });
  await expect.poll(() => shop.received).toHaveLength(1);
  await sandbox.close();
  // Cancelled, instead of timing out after the 30 s for a shop's answer.
  const [broken] = sandbox.control.deliveries();
  expect(broken?.attempts).toMatchObject([{ status: null, error: "This operation was aborted" }]);
});
