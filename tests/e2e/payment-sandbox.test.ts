import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { type PaystackSandbox, startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { expectNoOverflow } from "../fixtures/browser-admin.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";

const SECRET = "sk_test_e2e";

type PopupEvent = [name: string, reference?: string];

/** A page with only the provider's own script, under the policy that script needs. */
async function openShop(): Promise<{
  page: Page;
  popup: FrameLocator;
  sandbox: PaystackSandbox;
  begin(reference: string, more?: object): Promise<{ access_code: string; authorization_url: string }>;
  pay(code: string): Promise<void>;
  events(): Promise<PopupEvent[]>;
}> {
  const sandbox = await startPaystackSandbox({
    port: 0,
    secretKey: SECRET,
    publicKey: "pk_test_e2e",
    webhookUrl: null,
    timeScale: 0,
  });
  const script = `
    const heard = []; const pop = new PaystackPop();
    const pay = (code) => pop.resumeTransaction(code, {
      onLoad: () => heard.push(["load"]), onCancel: () => heard.push(["cancel"]),
      onError: (e) => heard.push(["error", e.message]), onSuccess: (t) => heard.push(["success", t.reference]) });`;
  const server = createServer((request, response) => {
    const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Shop</h1>
      <script src="${sandbox.url}/v2/inline.js"></script><script src="/shop.js"></script></body></html>`;
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; img-src data:; connect-src 'self'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; style-src 'self' 'unsafe-inline'`,
    );
    response.setHeader("content-type", request.url === "/shop.js" ? "text/javascript" : "text/html");
    response.end(request.url === "/shop.js" ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });
  const page = await newPage({ width: 360 });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  /** A new transaction of ₦12,345.50. */
  const begin = async (reference: string, more: object = {}) => {
    const initialize = await fetch(`${sandbox.url}/transaction/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@shop.ng", amount: 1_234_550, reference, ...more }),
    });
    return ((await initialize.json()) as { data: { access_code: string; authorization_url: string } }).data;
  };
  return {
    page,
    sandbox,
    popup: page.frameLocator('iframe[src*="/popup"]'),
    begin,
    pay: async (code) => void (await page.evaluate(`pay(${JSON.stringify(code)}), 0`)),
    events: async () => await page.evaluate<PopupEvent[]>("heard"),
  };
}

test("the popup is used by keyboard; a declined buyer pays with PIN and code; a bank transfer is pending and paid afterwards; a setup error reaches the page as a real one does", async () => {
  const { page, popup, begin, pay, events, sandbox } = await openShop();
  const status = (reference: string) =>
    sandbox.control.transactions().find((payment) => payment.reference === reference)?.status;
  const { access_code } = await begin("WH-1");
  await pay(access_code);
  await popup.getByRole("heading", { name: "Pay Oja ₦12,345.50" }).waitFor();
  await popup.getByText("no real money").waitFor();
  expect(status("WH-1")).toBe("ongoing");
  const card = popup.getByRole("tab", { name: "Card" });
  await card.focus();
  await page.keyboard.press("ArrowRight");
  expect(await popup.getByRole("tab", { name: "Transfer" }).getAttribute("aria-selected")).toBe("true");
  await popup.getByRole("tabpanel", { name: "Transfer" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  expect(await card.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");
  const heard: PopupEvent[] = [["load"], ["cancel"]];
  await expect.poll(events).toEqual(heard);
  expect(status("WH-1")).toBe("abandoned");

  await pay(access_code);
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  heard.push(["load"], ["cancel"]);
  await expect.poll(events).toEqual(heard);
  await pay(access_code);
  await popup.getByRole("button", { name: "Is declined" }).click();
  await popup.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await popup.getByRole("alert").getByText("You have not been charged").waitFor();
  expect(status("WH-1")).toBe("failed");
  await popup.getByRole("button", { name: "Asks for PIN and code" }).click();
  await popup.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await popup.getByLabel("PIN").fill("1234");
  await popup.getByRole("button", { name: "Continue" }).click();
  await popup.getByLabel("One-time code").fill("123456");
  await popup.getByRole("button", { name: "Continue" }).click();
  heard.push(["load"], ["success", "WH-1"]);
  await expect.poll(events).toEqual(heard);
  expect(status("WH-1")).toBe("success");

  await pay((await begin("WH-2")).access_code);
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("button", { name: "I have sent the money" }).click();
  heard.push(["load"], ["cancel"]);
  await expect.poll(events).toEqual(heard);
  expect(status("WH-2")).toBe("pending");
  await sandbox.control.advanceClock(6 * 3600);
  expect(status("WH-2")).toBe("success");

  await pay((await begin("WH-3")).access_code);
  await popup.getByText("Test faults").click();
  await popup.getByRole("button", { name: "Setup error" }).click();
  heard.push(["load"], ["error", "We could not start this transaction"]);
  await expect.poll(events).toEqual(heard);
});

test("the full page is accessible in every tab, fits at both widths and leads back to the shop", async () => {
  const { page, begin } = await openShop();
  const back = page.url();
  await page.goto((await begin("WH-2", { callback_url: back })).authorization_url);
  for (const name of ["Transfer", "USSD", "Card"]) {
    await page.getByRole("tab", { name }).click();
    if (name === "Card") await page.getByText("Test faults").click();
    await expectAccessible(page);
    await atBothWidths(page, () => expectNoOverflow(page));
  }
  await page.getByRole("button", { name: "Pays at once" }).click();
  await page.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await page.waitForURL(`${back}?trxref=WH-2&reference=WH-2`);
});
