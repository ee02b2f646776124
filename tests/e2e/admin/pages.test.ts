import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN_PAGES, SYSTEM_PAGES } from "#app/shell/admin/pages.ts";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFit, expectFitFromPhone, logIn, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { makeCustomer } from "#tests/fixtures/visitor.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { testShop } from "#tests/setup/shop.ts";
import { expectLoading, expectMinimumWithFreeShipping, flagged } from "./steps.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.database.sql("delete from auth_rate_limits"));

const at = (path: string) => shop.url + path;

/** The admin page at `path`, with a new admin who has just signed in. */
async function openAdmin({ path = "/admin", ...options }: Parameters<typeof newPage>[0] & { path?: string } = {}) {
  const page = await newPage({ allow: REFUSED, ...options });
  const boss = await person(shop, "admin");
  await signInPage(page, shop, boss);
  await page.goto(at(path));
  await adminReady(page);
  return { page, boss };
}

test("an admin comes in by the account menu, meets payments that need a look; the sidebar collapses to its icons and stays so after a reload; on a phone the menu slides out; Logout ends all tabs", async () => {
  await shop.shop.database.sql("delete from payment_reviews");
  const page = await newPage({ allow: REFUSED });
  await logIn(page, shop, await person(shop, "admin"));
  await page.waitForURL(at("/"));
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Admin Dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(await page.getByRole("link", { name: /needs? a person/ }).count()).toBe(0);
  // The admin does not show the shop's header and footer.
  expect(await page.getByRole("link", { name: "Cart, empty" }).count()).toBe(0);
  await flagged(shop, "wrong_amount", { amount_kobo: 1_400_000 });
  await page.getByRole("button", { name: "Refresh Data" }).click();
  await page.getByRole("link", { name: "1 payment to review" }).click();
  await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
  const review = page.getByRole("region", { name: "Payments to review" }).getByRole("listitem");
  const words = (await review.innerText()).replaceAll(/\s+/g, " ");
  for (const part of [
    "Another amount was paid",
    "₦14,000.00 came in for ₦15,000.00.",
    "Chukwuemeka Nwachukwu-Okonkwo",
    "₦15,000.00",
  ]) {
    expect(words).toContain(part);
  }
  const menu = page.getByRole("navigation", { name: "Back office" });
  const links = [...ADMIN_PAGES, ...SYSTEM_PAGES]
    .map(({ label }) => label)
    .filter((label) => label !== "Single sign-on");
  await menu.getByText("More", { exact: true }).click();
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(links);

  await page.getByRole("button", { name: "Collapse the menu" }).click();
  const wide = page.getByRole("button", { name: "Expand the menu" });
  await wide.waitFor();
  await page.reload();
  await adminReady(page);
  await wide.waitFor();
  const logout = page.getByRole("button", { name: "Logout" });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const isOpen of [false, true]) {
    if (isOpen) await menu.locator("summary").click();
    expect(await logout.evaluate((button) => Math.ceil(button.getBoundingClientRect().bottom))).toBeLessThanOrEqual(
      900,
    );
  }
  await menu.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Back office menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Back office" });
  expect(await drawer.getByRole("button", { name: "Logout" }).boundingBox()).toMatchObject({ height: 44 });
  await expectFit(page);
  await drawer.getByRole("link", { name: "Security" }).click();
  await page.getByRole("heading", { level: 1, name: "Security" }).waitFor();
  await drawer.waitFor({ state: "hidden" });

  const other = await page.context().newPage();
  await other.goto(at("/admin"));
  await other.getByRole("link", { name: "Go to the shop" }).click();
  await other.waitForURL(at("/"));
  await other.getByRole("link", { name: "Cart, empty" }).waitFor();
  await other.goBack();
  await other.getByRole("button", { name: "Logout" }).click();
  await other.waitForURL(at("/login"));
  await other.getByText("Logged out", { exact: true }).first().waitFor();
  await page.waitForURL(at("/login"));
});

test("a form over its list closes by Back, asks before typed text is lost, and keeps it over a reload and an ended session; concurrent edits are shown side by side, either can be kept", async () => {
  const clerk = await makeCustomer(shop, { role: "admin", staff: "packer" });
  const { page, boss } = await openAdmin({ path: "/admin/staff?q=test" });
  const row = page.getByRole("row", { name: clerk.email });
  await row.getByRole("link").click();
  const dialog = page.getByRole("dialog", { name: "Test Person" });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  expect(page.url()).toBe(at("/admin/staff?q=test"));

  await row.getByRole("link").click();
  const role = dialog.getByRole("combobox", { name: "Role" });
  await role.selectOption("manager");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect
    .poll(() =>
      page.evaluate(() =>
        localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith("oja.draft.staff")) ?? ""),
      ),
    )
    .toContain("manager");
  page.on("dialog", (leaving) => void leaving.accept());
  await page.reload();
  await adminReady(page);
  await dialog.getByText("You have unsaved changes from").waitFor();
  expect(await role.inputValue()).toBe("packer");
  await dialog.getByRole("button", { name: "Restore them" }).click();
  expect(await role.inputValue()).toBe("manager");

  await shop.shop.database.sql("delete from sessions where user_id = $1", [boss.id]);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Your session has ended.").waitFor();
  await dialog.getByLabel(`Password of ${boss.email}`).fill(boss.password);
  await dialog.getByRole("button", { name: "Log in and send" }).click();
  await expectMessage(page, "Role changed");
  await dialog.waitFor({ state: "hidden" });
  expect(page.url()).toBe(at("/admin/staff?q=test"));
  await row.getByRole("cell", { name: "Manager" }).waitFor();
  const { rows } = await shop.shop.database.sql("select staff_role from users where id = $1", [clerk.id]);
  expect(rows).toEqual([{ staff_role: "manager" }]);

  await row.getByRole("link").click();
  await role.selectOption("packer");
  await shop.shop.database.sql("update users set staff_role = 'sales' where id = $1", [clerk.id]);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Choose which value to keep").waitFor();
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  expect(await role.inputValue()).toBe("sales");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expectFit(page);
  await page.keyboard.press("Control+s");
  await expectMessage(page, "Role changed");
  await page.goto(at(`/admin/staff/${clerk.id}`));
  await adminReady(page);
  await dialog.getByText("History", { exact: true }).click();
  await dialog.getByRole("button", { name: "Restore this value: Staff role sales" }).click();
  await expect.poll(() => role.inputValue()).toBe("sales");
});

test("a list is moved through by keys, narrowed while typing, and Back leads through what was chosen; an order is opened by its phone number in the palette: Ctrl K, number, Enter", async () => {
  const { page } = await openAdmin({ path: "/admin/staff" });
  // The keyboard shortcuts are loaded after the page.
  const isAtRow = async () => {
    await page.keyboard.press("j");
    return await page.evaluate(() => document.activeElement?.hasAttribute("data-row-link"));
  };
  await expect.poll(isAtRow).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("nobody@here");
  await page.getByRole("heading", { name: "No staff found" }).waitFor();
  expect(page.url()).toBe(at("/admin/staff?q=nobody%40here"));
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
  await page.getByRole("combobox", { name: "Role" }).selectOption("owner");
  await page.waitForURL(at("/admin/staff?role=owner"));
  await page.goBack();
  await page.waitForURL(at("/admin/staff"));

  const id = await makeOrder(shop.shop.database, null, { customer_phone: "+234 806 555 4433" });
  const palette = page.getByRole("dialog", { name: "Find in the back office" });
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await palette.getByRole("option", { name: "Overview" }).waitFor();
  await page.keyboard.type("invite");
  await expect.poll(() => palette.getByRole("option").allInnerTexts()).toEqual(["Invite staff"]);
  await expectFitFromPhone(page);
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("0806 555 4433");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Order #${id.slice(0, 8).toUpperCase()}` }).waitFor();
  await page.keyboard.press("s");
  await page.locator('[aria-label^="Status of order"]:focus').waitFor();
});

test("its pages are accessible and fit at both widths", async () => {
  await flagged(shop, "stock_short", { short: [{ product_name: "Golden Penny Semovita 10kg", ordered: 4, short: 3 }] });
  const { page } = await openAdmin({ width: 360 });
  for (const [path, heading] of [
    ["/admin/overview", "Overview"],
    ["/admin/security", "Security"],
    ["/admin/activity", "Activity"],
    ["/admin/settings", "Settings"],
    ["/admin/staff", "Staff"],
    ["/admin/single-sign-on", "Single sign-on"],
    ["/admin/no-access", "Your role cannot open this page"],
  ] as const) {
    await page.goto(at(path));
    await adminReady(page);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await expectFitFromPhone(page);
    if (path === "/admin/settings") await expectMinimumWithFreeShipping(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectLoading(page);
});
