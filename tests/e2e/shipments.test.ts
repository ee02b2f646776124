import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { randomToken } from "#app/platform/random.server.ts";
import { adminReady, expectFit, expectFitAtBothWidths, person, REFUSED } from "../fixtures/browser-admin.ts";
import { makeAttempt } from "../fixtures/checkout.ts";
import { signInPage } from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { newPage } from "../setup/browser.ts";
import { expectToast, PHONE, shop, sql, useShop, visit, WIDE } from "./steps.ts";

useShop();

test("staff send an order in parts: each step is asked for first, the guest sees them come by his link, and his code hands the goods over", async () => {
  const { database } = shop().shop;
  const access_token = randomToken();
  const items = [{ name: "Rice, 50 kg bag", price_kobo: 500_000, quantity: 3 }];
  const id = await makeOrder(database, null, { access_token, items });
  await makeAttempt(database, { access_token, status: "settled", hold: "sold", order_id: id });
  const guest = await visit(`/checkout/payment-success?token=${access_token}`, { width: PHONE });

  const staff = await newPage({ width: PHONE, allow: REFUSED });
  await signInPage(staff, shop(), await person(shop(), "admin"));
  const open = async () => {
    await staff.goto(`${shop().url}/admin/orders/${id}`);
    await adminReady(staff);
  };
  await open();
  await staff.getByRole("link", { name: "Send goods" }).click();
  const form = staff.getByRole("dialog", { name: "Send goods" });
  await form.getByRole("textbox", { name: /left to send/ }).fill("2");
  await form.getByLabel("Waybill number").fill("A".repeat(60));
  await form.getByLabel("Carrier").fill("GUO Transport");
  await form.getByLabel("Motor park").fill("Upper Iweka");
  await form.getByLabel("Driver's phone").fill("call me");
  await form.getByRole("button", { name: "Save, not sent yet" }).click();
  await form.getByText("Please enter a phone number, like 0803 123 4567.").waitFor();
  expect(await form.getByLabel("Carrier").inputValue()).toBe("GUO Transport");
  await expectFitAtBothWidths(staff);
  await form.getByLabel("Driver's phone").fill("0803 111 2222");
  await form.getByRole("button", { name: "Save, not sent yet" }).click();
  await expectToast(staff, "Shipment saved");

  // Its part of the page is live later than the page: until then a press would be lost.
  const html = await (await staff.request.get(`${shop().url}/admin/orders/${id}`)).text();
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Mark as sent/);
  await open();
  const step = async (name: RegExp) => {
    await staff.getByRole("button", { name }).click();
    return staff.getByRole("form", { name: /^Shipment 1: / });
  };
  await (await step(/^Mark as sent/)).getByRole("button", { name: "Cancel" }).click();
  expect(await sql("select status from shipments where order_id = $1", [id])).toEqual([{ status: "preparing" }]);
  const sending = await step(/^Mark as sent/);
  await sending.getByLabel(/^Tell the customer by/).check();
  await expectFit(staff);
  await sending.getByRole("button", { name: "Mark as sent" }).click();
  await expectToast(staff, "Shipment updated");
  const messages = await sql("select data ->> 'message' as text from mails where order_id = $1", [id]);
  expect(messages).toEqual([{ text: expect.stringContaining("is on its way.") }]);

  // A guest has no stream of changes: his page asks when he comes back to it.
  await guest.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const shipments = guest.getByRole("region", { name: "Shipments" });
  await shipments.getByText("On its way").waitFor();
  await shipments.getByText("2 × ", { exact: false }).waitFor();
  await shipments.getByRole("link", { name: "0803 111 2222" }).waitFor();
  const code = (await shipments.getByText(/^\d{4}$/).textContent()) ?? "";
  await expectFit(guest);

  await staff.setViewportSize(WIDE);
  expect(await staff.getByText(code, { exact: true }).count()).toBe(0);
  const field = staff.getByLabel("Collection code of the buyer");
  await field.fill(code === "0000" ? "1111" : "0000");
  await staff.getByRole("button", { name: "Hand over" }).click();
  await staff.getByText("This is not the buyer's code: 4 tries are left.").first().waitFor();
  await field.fill(code);
  await staff.getByRole("button", { name: "Hand over" }).click();
  await expectToast(staff, "Code is right", "Shipment 1 is delivered.");
  // One unit is left, so the order goes on.
  expect(await sql("select order_status from orders where id = $1", [id])).toEqual([{ order_status: "shipped" }]);

  await staff.getByRole("link", { name: "Send goods" }).waitFor();
});

test("several orders of a filtered list are sent at once with a photo; list and ticks are kept over cancel and Back", async () => {
  const { database } = shop().shop;
  // A second try meets the orders of the first.
  const name = `Market ${randomUUID().slice(0, 8)}`;
  const delivery = {
    delivery_kind: "park",
    delivery_text: "Motor park: Upper Iweka",
    state_code: "AN",
    promised_from: "2099-03-02",
    promised_to: "2099-03-03",
  };
  const ids: string[] = [];
  for (const last of ["Ada", "Bola"])
    ids.push(await makeOrder(database, null, { ...delivery, customer_name: `${name} ${last}` }));
  const staff = await newPage({ width: PHONE, allow: REFUSED });
  await signInPage(staff, shop(), await person(shop(), "admin"));
  await staff.goto(`${shop().url}/admin/orders?q=${encodeURIComponent(name)}&status=processing`);
  await adminReady(staff);
  const boxes = staff.locator('[data-list-row] input[name="id"]');
  const ticked = async () => await boxes.evaluateAll((all) => all.filter((box) => box.matches(":checked")).length);
  for (const box of await boxes.all()) await box.check();
  await staff.getByRole("button", { name: "Packing slips and pick list" }).click();
  await staff.getByRole("heading", { name: "Pick list" }).waitFor();
  await staff.goBack();
  await staff.getByText("2 selected").waitFor();
  await staff.setViewportSize(WIDE);

  const toSend = staff
    .getByRole("form", { name: "With the ticked orders" })
    .getByRole("button", { name: "Send goods" });
  await toSend.click();
  const form = staff.getByRole("dialog", { name: "Send the goods of several orders" });
  await form.getByRole("link", { name: "Cancel" }).click();
  await expect.poll(() => new URL(staff.url()).searchParams.get("q")).toBe(name);
  expect([await boxes.count(), await ticked()]).toEqual([2, 2]);

  await toSend.click();
  await form.getByLabel("Carrier").fill("Peace Park");
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#7a4" } })
    .png()
    .toBuffer();
  await form.locator('input[type="file"]').setInputFiles({ name: "bus.png", mimeType: "image/png", buffer: picture });
  await form.locator('input[name="photo"][value^="/"]').waitFor({ state: "attached" });
  await expectFit(staff);
  await form.getByRole("button", { name: "Send goods" }).click();
  await expectToast(staff, "Goods sent");
  await expect.poll(() => form.getByRole("link", { name: /^WhatsApp message/ }).count()).toBe(2);
  await form.getByRole("link", { name: "Back to the list" }).click();
  await staff.getByText("No orders found").waitFor();
  const sent = await sql("select carrier, status, photo <> '' as photo from shipments where order_id = any($1)", [ids]);
  expect(sent).toEqual(ids.map(() => ({ carrier: "Peace Park", status: "sent", photo: true })));
});
