import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { type PaystackSandbox, startPaystackSandbox } from "#sandbox/paystack/start.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { newPage } from "../setup/browser.ts";

const SECRET = "sk_test_e2e";

type PopupEvent = [name: string, reference?: string];

/** A page with only the provider's own script, under the policy that script needs. */
async function openShop(width: number): Promise<{
  page: Page;
  popup: FrameLocator;
  sandbox: PaystackSandbox;
  pay(): Promise<void>;
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
  const page = await newPage({ width });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const initialize = await fetch(`${sandbox.url}/transaction/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@shop.ng", amount: 1_234_550, reference: "WH-1" }),
  });
  const { data } = (await initialize.json()) as { data: { access_code: string } };
  return {
    page,
    sandbox,
    popup: page.frameLocator('iframe[src*="/popup"]'),
    pay: async () => void (await page.evaluate(`pay(${JSON.stringify(data.access_code)}), 0`)),
    events: async () => await page.evaluate<PopupEvent[]>("heard"),
  };
}

const status = (sandbox: PaystackSandbox) => sandbox.control.transactions()[0]?.status;

test("a buyer pays with PIN and code in the real popup", async () => {
  const { popup, pay, events, sandbox } = await openShop(360);
  await pay();
  await popup.getByRole("heading", { name: "Pay Oja ₦12,345.50" }).waitFor();
  await popup.getByText("no real money").waitFor();
  expect(status(sandbox)).toBe("ongoing");
  await popup.getByRole("button", { name: "Asks for PIN and code" }).click();
  await popup.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await popup.getByLabel("PIN").fill("1234");
  await popup.getByRole("button", { name: "Continue" }).click();
  await popup.getByLabel("One-time code").fill("123456");
  await popup.getByRole("button", { name: "Continue" }).click();
  await popup.getByRole("heading", { name: "Payment successful" }).waitFor();
  await expect.poll(events).toEqual([["load"], ["success", "WH-1"]]);
  expect(status(sandbox)).toBe("success");
});

test("a buyer closes the popup, comes back, is declined and pays with another card", async () => {
  const { popup, pay, events, sandbox } = await openShop(360);
  await pay();
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expect.poll(events).toEqual([["load"], ["cancel"]]);
  expect(status(sandbox)).toBe("abandoned");
  await pay();
  await popup.getByRole("button", { name: "Is declined" }).click();
  await popup.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await popup.getByRole("alert").getByText("You have not been charged").waitFor();
  expect(status(sandbox)).toBe("failed");
  await popup.getByRole("button", { name: "Pays at once" }).click();
  await popup.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await expect.poll(events).toEqual([["load"], ["cancel"], ["load"], ["success", "WH-1"]]);
  expect(status(sandbox)).toBe("success");
});

test("a bank transfer closes the popup as pending and is paid afterwards", async () => {
  const { popup, pay, events, sandbox } = await openShop(360);
  await pay();
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("button", { name: "I have sent the money" }).click();
  await expect.poll(events).toEqual([["load"], ["cancel"]]);
  expect(status(sandbox)).toBe("pending");
  await sandbox.control.advanceClock(6 * 3600);
  expect(status(sandbox)).toBe("success");
});

test("the keyboard alone is enough: tabs by arrows, Escape closes", async () => {
  const { page, popup, pay, events } = await openShop(1280);
  await pay();
  const card = popup.getByRole("tab", { name: "Card" });
  await card.focus();
  await page.keyboard.press("ArrowRight");
  expect(await popup.getByRole("tab", { name: "Transfer" }).getAttribute("aria-selected")).toBe("true");
  await popup.getByRole("tabpanel", { name: "Transfer" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  expect(await card.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");
  await expect.poll(events).toEqual([["load"], ["cancel"]]);
});

test("a setup error reaches the page as a real one does", async () => {
  const { popup, pay, events } = await openShop(1280);
  await pay();
  await popup.getByText("Test faults").click();
  await popup.getByRole("button", { name: "Setup error" }).click();
  await expect.poll(events).toEqual([["load"], ["error", "We could not start this transaction"]]);
});

test("the full page is accessible in every tab at both widths and leads back to the shop", async () => {
  const { page, sandbox } = await openShop(360);
  const back = page.url();
  const initialize = await fetch(`${sandbox.url}/transaction/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@shop.ng", amount: 1_234_550, reference: "WH-2", callback_url: back }),
  });
  const { data } = (await initialize.json()) as { data: { authorization_url: string } };
  await page.goto(data.authorization_url);
  for (const name of ["Transfer", "USSD", "Card"]) {
    await page.getByRole("tab", { name }).click();
    await expectFitAtBothWidths(page);
  }
  await page.getByText("Test faults").click();
  await expectFitAtBothWidths(page);
  await page.getByRole("button", { name: "Pays at once" }).click();
  await page.getByRole("button", { name: "Pay ₦12,345.50" }).click();
  await page.waitForURL(`${back}?trxref=WH-2&reference=WH-2`);
});
