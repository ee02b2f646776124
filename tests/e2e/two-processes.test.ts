import { mkdtempSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/client.server.ts";
import { startPaystackSandbox, type PaystackSandbox } from "#sandbox/paystack/start.ts";
import { endAll, spawnShop, type ShopProcess } from "../../bench/processes.ts";
import { startInput } from "../fixtures/checkout.ts";
import { signInPage } from "../fixtures/customers.ts";
import { setStatus } from "../fixtures/orders.ts";
import { newPage } from "../setup/browser.ts";
import { freePort, startPostgres } from "../setup/postgres.global.ts";
import { demoFiles } from "../setup/shop.ts";
import { expectHeading, expectOrderPage } from "./steps.ts";

const KEYS = { secretKey: "sk_test_sandboxtwo", publicKey: "pk_test_sandboxtwo" };
/** The header that selects the process of a visitor, like a balancer's cookie. */
const DESK = "x-desk";

const closers: (() => unknown)[] = [];
const desks = new Map<string, number>();
let url: string;
let settings: Record<string, string>;
let database: Database;
let sandbox: PaystackSandbox;

beforeAll(async () => {
  const postgres = await startPostgres();
  closers.push(postgres.stop);
  const databaseUrl = `${postgres.url}/${postgres.template}`;
  database = await openDatabase({ url: databaseUrl, folder: "" });
  closers.push(() => database.close());
  sandbox = await startPaystackSandbox({ port: 0, host: "127.0.0.1", ...KEYS, webhookUrl: null });
  closers.push(() => sandbox.close());
  const proxy = await startProxy();
  closers.push(() => new Promise((resolve) => proxy.close(resolve)).finally(() => proxy.closeAllConnections()));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  settings = {
    DATABASE_URL: databaseUrl,
    BASE_URL: url,
    DEMO_PRODUCTS: "40",
    DEMO_ORDERS: "0",
    DEMO_DELIVERY: "0",
    FILES_DIR: demoFiles,
    PAYSTACK_SECRET_KEY: KEYS.secretKey,
    PAYSTACK_PUBLIC_KEY: KEYS.publicKey,
    PAYSTACK_API_URL: sandbox.url,
    PAYSTACK_INLINE_URL: `${sandbox.url}/v2/inline.js`,
    PAYSTACK_CHECKOUT_ORIGIN: sandbox.url,
  };
});
afterAll(async () => {
  await endAll();
  for (const close of closers.toReversed()) await close();
});

/** One address for all processes, like a load balancer. */
async function startProxy(): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const port = desks.get(String(incoming.headers[DESK]));
    const inner = request({ host: "127.0.0.1", port, path: incoming.url, method: incoming.method });
    for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) inner.setHeader(name, value);
    inner.setHeader("x-forwarded-for", incoming.socket.remoteAddress ?? "");
    inner.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    inner.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on("close", () => inner.destroy());
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

/** A process of the shop, which serves the visitors of `desk` from now on. */
async function openDesk(desk: string): Promise<ShopProcess> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "oja-"));
  const shop = await spawnShop({
    ...settings,
    PORT: String(port),
    SANDBOX_PORT: "0",
    MAILBOX_PORT: "0",
    GOOGLE_PORT: "0",
    DATA_DIR: dataDir,
  });
  desks.set(desk, port);
  return shop;
}

/** The demo's customer in a separate browser that is served at `desk`. */
async function ada(desk: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ ...options, extraHTTPHeaders: { [DESK]: desk } });
  await signInPage(page, { url }, { email: "ada@oja.example", password: "oja-demo-ada" });
  return page;
}

const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
const isWaiting = (page: Page) => page.getByText("Reconnecting…").waitFor();
const changeMessages = (page: Page) => page.getByRole("status", { name: "Changes of your orders" });

// It starts three shops.
test(
  "sales and changes of one process show in a browser at the other; killed and restarted processes lose no data, and a buyer who waits for a transfer meanwhile sees the order",
  { timeout: 600_000 },
  async () => {
    const first = await openDesk("first");
    const second = await openDesk("second");
    sandbox.control.setWebhookUrl(`${first.url}/webhooks/paystack`);

    const phone = await ada("second", { width: 360, allow: [/Failed to load resource/, /Failed to fetch/, /ERR_/] });
    await phone.goto(`${url}/profile/orders`);
    await isLive(phone);
    await phone.evaluate(() => Object.assign(window, { isSamePage: true }));

    const desktop = await ada("first", { allow: [/Failed to load resource/, /Failed to fetch/, /ERR_/] });
    const sale = await start(desktop, "popup");
    sandbox.control.complete(sale.reference, { outcome: "success" });
    const placed = async () =>
      (await database.sql("select id from orders where payment_reference = $1", [sale.reference])).rows;
    await expect.poll(placed).toHaveLength(1);
    const id = String((await placed())[0]?.["id"]);
    const number = id.slice(0, 8).toUpperCase();
    await changeMessages(phone).getByText(`New order ${number}: Processing.`).waitFor();
    const awaited = await start(desktop, "transfer");
    await desktop.goto(`${url}/checkout/pay/${awaited.pay_token}`);
    await expectHeading(desktop, "Pay by bank transfer");
    await desktop.evaluate(() => Object.assign(window, { isSamePage: true }));

    process.kill(second.pid, "SIGKILL");
    await isWaiting(phone);
    await setStatus(database, id, "shipped");
    await refund(sale.reference);
    await expect
      .poll(async () => (await database.sql("select payment_status from orders where id = $1", [id])).rows)
      .toEqual([{ payment_status: "refunded" }]);
    desks.set("second", Number(new URL(first.url).port));
    await changeMessages(phone).getByText(`Order ${number} is now Shipped.`).waitFor();
    await isLive(phone);
    await phone
      .getByRole("article", { name: number })
      .getByRole("link", { name: /View Details/ })
      .click();
    const dialog = phone.getByRole("dialog", { name: number });
    await dialog.getByText("Refunded", { exact: true }).waitFor();

    const [renewed] = await Promise.all([openDesk("second"), first.stop()]);
    sandbox.control.transfer(awaited.reference);
    await setStatus(database, id, "delivered");
    await dialog.getByText("Delivered", { exact: true }).waitFor();
    await phone.keyboard.press("Escape");
    await isLive(phone);
    await setStatus(database, id, "cancelled");
    await phone.getByRole("article", { name: number }).getByText("Cancelled", { exact: true }).waitFor();
    expect(await phone.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(renewed.pid).not.toBe(second.pid);

    await desktop.waitForResponse((answer) => answer.url().endsWith("/state") && answer.status() === 502);
    await expectHeading(desktop, "Pay by bank transfer");
    desks.set("first", Number(new URL(renewed.url).port));
    await expectOrderPage(desktop);
    expect(await desktop.evaluate(() => "isSamePage" in window)).toBe(true);
  },
);

/** Starts a payment of the first product with the session of `page`. */
async function start(page: Page, channel: "popup" | "transfer"): Promise<{ reference: string; pay_token: string }> {
  const { rows } = await database.sql("select id from products where stock_quantity > 100 order by name limit 1");
  const answer = await page.request.post(`${url}/checkout/start`, {
    data: { ...startInput([[String(rows[0]?.["id"]), 50]]), channel },
    headers: { Origin: url },
  });
  return ((await answer.json()) as { payment: { reference: string; pay_token: string } }).payment;
}

/** The operator refunds in the provider's dashboard; the shop gets a webhook. */
async function refund(reference: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}/refund`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEYS.secretKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ transaction: reference }),
  });
  expect(answer.status).toBe(200);
}
