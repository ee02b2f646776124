import { expect, test } from "vitest";
import { adminReady, expectFitAtBothWidths, person, REFUSED } from "../fixtures/browser-admin.ts";
import { signInPage } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import {
  atPopup,
  expectOrderPage,
  expectToast,
  GOOD_CARD,
  payByCard,
  popupOf,
  shop,
  sql,
  useShop,
  WIDTHS,
} from "./steps.ts";

useShop();

test.each(WIDTHS)(
  "at %i px staff send an order in parts, the guest sees them come by his link, and his code hands the goods over",
  async (width) => {
    const { page: guest, buyer } = await atPopup(3, { width });
    await payByCard(popupOf(guest), ...GOOD_CARD);
    await expectOrderPage(guest);
    const [order] = await sql<{ id: string }>("select id from orders where customer_email = $1", [buyer.email]);
    const id = order?.id ?? "";

    const staff = await newPage({ width, allow: REFUSED });
    await signInPage(staff, shop(), await person(shop(), "admin"));
    await staff.goto(`${shop().url}/admin/orders/${id}`);
    await adminReady(staff);
    await staff.getByRole("link", { name: "Send goods" }).click();
    const form = staff.getByRole("dialog", { name: "Send goods" });
    await form.getByRole("textbox", { name: /left to send/ }).fill("2");
    await form.getByLabel("Waybill number").fill("W-77");
    await form.getByLabel("Carrier").fill("GUO Transport");
    await form.getByLabel("Motor park").fill("Upper Iweka");
    await expectFitAtBothWidths(staff);
    await form.getByLabel("Driver's phone").fill("call me");
    await form.getByRole("button", { name: "Send goods" }).click();
    await form.getByText("Please enter a phone number, like 0803 123 4567.").waitFor();
    expect(await form.getByLabel("Carrier").inputValue()).toBe("GUO Transport");
    await form.getByLabel("Driver's phone").fill("0803 111 2222");
    await form.getByRole("button", { name: "Send goods" }).click();
    await expectToast(staff, "Goods sent");
    const message = await staff.getByRole("link", { name: /^WhatsApp message/ }).getAttribute("href");
    expect(message).toMatch(/^https:\/\/wa\.me\/234\d{10}\?text=/);
    expect(decodeURIComponent(message ?? "")).toMatch(/Part 1 of your order [\s\S]*Waybill: W-77/);
    await expectFitAtBothWidths(staff);

    // A guest has no stream of changes: his page asks when he comes back to it.
    await guest.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const shipments = guest.getByRole("region", { name: "Shipments" });
    await shipments.getByText("On its way").waitFor();
    await shipments.getByText("2 × ", { exact: false }).waitFor();
    await shipments.getByRole("link", { name: "0803 111 2222" }).waitFor();
    const code = (await shipments.getByText(/^\d{4}$/).textContent()) ?? "";
    await expectFitAtBothWidths(guest);

    await staff.goto(`${shop().url}/admin/orders/${id}`);
    await adminReady(staff);
    await staff.getByText("Shipment 1", { exact: true }).waitFor();
    expect(await staff.getByText(code, { exact: true }).count()).toBe(0);
    const field = staff.getByLabel("Collection code of the buyer");
    await field.fill(code === "0000" ? "1111" : "0000");
    await staff.getByRole("button", { name: "Hand over" }).click();
    await staff.getByText("This is not the buyer's code: 4 tries are left.").first().waitFor();
    await expectFitAtBothWidths(staff);
    await field.fill(code);
    await staff.getByRole("button", { name: "Hand over" }).click();
    await expectToast(staff, "Code is right", "Shipment 1 is delivered.");
    // One unit is left, so the order goes on.
    expect(await sql("select order_status from orders where id = $1", [id])).toEqual([{ order_status: "shipped" }]);
    await staff.getByRole("link", { name: "Send goods" }).waitFor();
  },
);
