import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { can, STAFF_ROLES } from "#app/features/permissions/rules.ts";
import { ADMIN_PAGES, SYSTEM_PAGES } from "#app/shell/admin/pages.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { makeReview } from "../fixtures/checkout.ts";
import { filledIn, textOf, wordsOf } from "../fixtures/html.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { totpOf } from "../fixtures/totp.ts";
import { BEHIND_PROXY, linkIn, makeCustomer, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let admin: Visitor;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  admin = await signedIn(shop, await makeCustomer(shop, { role: "admin", email: "boss@example.com" }));
});
afterAll(() => shop.close());

const BUYER = { customer_name: "Adaeze Obi", customer_email: "adaeze@example.com" };
const flagged = (reason: string, details: Record<string, unknown>) =>
  makeReview(shop.shop.database, reason, details, BUYER);

test("the overview shows the admin and the payments to review, and is not cached", async () => {
  const empty = await admin.get("/admin/overview");
  expect(empty.status).toBe(200);
  expect([empty.headers.get("Cache-Control"), empty.headers.get("X-Robots-Tag")]).toEqual(["no-store", "noindex"]);
  expect(empty.text).toContain('<meta name="robots" content="noindex"/>');
  for (const word of ["Test Person", "boss@example.com", ">owner<"]) expect(empty.text).toContain(word);
  expect(empty.text).not.toContain("to review");
  const reference = await flagged("dispute", { authorization: { card: "last4-9876" } });
  const page = await admin.get("/admin/overview");
  expect(wordsOf(page.text)).toMatch(/1 +payment to review/);
  expect(page.text).toContain('href="/admin/payments"');
  for (const board of [await admin.get("/admin/payments"), await admin.get("/admin/payments.data")]) {
    for (const word of [reference, "The buyer disputes the payment", "Adaeze Obi", "adaeze@example.com"]) {
      expect(board.text).toContain(word);
    }
    // The provider's data about the buyer stay on the server.
    expect(board.text).not.toContain("last4-9876");
  }
  expect(wordsOf((await admin.get("/admin/payments")).text)).toMatch(/₦15,000\.00.*\w+ \d{1,2}, 20\d\d, \d\d:\d\d/s);
});

test("the overview counts customers, paid orders and products by days in Lagos; only roles with the right see money", async () => {
  const { database } = shop.shop;
  const { sql } = database;
  const product = await makeProduct(shop.shop.db, { stock_quantity: 3 });
  const now = await makeOrder(database, null, { total_amount_kobo: 8_500_000, order_status: "shipped" });
  const [old, unpaid] = [
    await makeOrder(database, null),
    await makeOrder(database, null, { payment_status: "pending" }),
  ];
  // 23:30 in UTC on the day before the 30 days is their first day in Lagos.
  await sql(
    `update orders set created_at = (((now() at time zone 'Africa/Lagos')::date - 30)::timestamp at time zone 'UTC') + interval '23:30'
     where id = $1`,
    [unpaid],
  );
  await sql("update orders set created_at = now() - interval '45 days' where id = $1", [old]);
  onTestFinished(async () => {
    await sql("delete from orders where id = any($1::uuid[])", [[now, old, unpaid]]);
    await sql("delete from products where id = $1", [product.id]);
  });
  const page = await admin.get("/admin/overview");
  const text = wordsOf(page.text);
  // Two of three orders are in these 30 days, compared with one before; two are paid.
  for (const part of ["Orders 3", "+100%", "₦170,000.00", "Customers 1", "no data yet", "Conversion: ", "Products 1"]) {
    expect(text).toContain(part);
  }
  // An order that is not paid is not packed.
  expect(text).toMatch(/1 +order to pack/);
  expect(text).toMatch(/1 +product low on stock/);
  expect(page.text).toContain("Refresh Data");
  expect(page.text).toContain('aria-label="Revenue of 30 days: ₦85,000.00.');
  expect(page.text.match(/<title>[^<]*: ₦/g)).toHaveLength(30);
  expect(text).toContain(now.slice(0, 8).toUpperCase());
  expect(text).toContain("Shipped");
  // Each figure links to the list that it counts.
  const links = [...page.text.matchAll(/href="(\/admin\/orders\?[^"]+)"/g)].map((match) =>
    match[1]?.replaceAll("&amp;", "&"),
  );
  const [month] = links.filter((link) => link?.includes("from=") && !link.includes("payment="));
  expect(wordsOf((await admin.get(month ?? "")).text)).toContain("2 orders, page 1 of 1");
  const today = /from=([\d-]+)&amp;to=([\d-]+)/.exec(page.text) ?? [];
  expect(page.text).toContain(`href="/admin/customers?from=${today[1]}&amp;to=${today[2]}"`);
  expect(wordsOf((await admin.get(`/admin/customers?from=${today[1]}&to=${today[2]}`)).text)).toContain(
    "1 of 1 customers",
  );
  expect(wordsOf((await admin.get(`/admin/customers?to=${today[1]}`)).text)).toContain("No customers found");
  const [revenue] = links.filter((link) => link?.includes("from=") && link.includes("payment=held"));
  expect(wordsOf((await admin.get(revenue ?? "")).text)).toContain("Sum of these orders, less refunds: ₦85,000.00");
  expect(wordsOf((await admin.get("/admin/orders?payment=held")).text)).toContain(
    "Sum of these orders, less refunds: ₦170,000.00",
  );
  const packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  for (const path of ["/admin/overview", "/admin/overview.data"]) {
    const seen = (await packer.get(path)).text;
    expect(seen).toContain("pack");
    expect(seen).not.toMatch(/₦|8500000|17000000|payments? needs? a person/);
  }
});

test("an overview whose figures fail has an error message and stays", async () => {
  const { sql } = shop.shop.database;
  const log = vi.spyOn(shop.shop.log, "error").mockImplementation(() => {});
  await sql("alter table contact_messages rename to away");
  onTestFinished(async () => {
    await sql("alter table away rename to contact_messages");
    log.mockRestore();
  });
  const page = await admin.get("/admin/overview");
  expect([page.status, page.text.includes("Error loading dashboard data")]).toEqual([200, true]);
  expect(page.text).toContain("Refresh Data");
});

test("guests and customers are redirected", async () => {
  const reference = await flagged("reversed", {});
  const customer = await signedIn(shop, await makeCustomer(shop));
  for (const path of [
    "/admin",
    "/admin/",
    "/admin?index",
    "/Admin",
    "/admin/overview",
    "/Admin/Overview",
    "/admin/overview.data",
    "/admin/overview.data?_routes=routes/admin/overview",
  ]) {
    for (const visitor of [new Visitor(shop.url), customer]) {
      const { status, text } = await visitor.get(path);
      expect([202, 301, 302, 308], `for ${path}`).toContain(status);
      expect(text).not.toContain(reference);
    }
  }
  expect((await new Visitor(shop.url).get("/admin")).headers.get("Location")).toBe("/login");
  expect((await customer.get("/admin")).headers.get("Location")).toBe("/");
});

test("/admin and any unknown address below it lead to the overview", async () => {
  for (const path of ["/admin", "/admin/", "/admin/nothing-here", "/admin/single-sign-on/x", "/admin/overview/x"]) {
    const page = await admin.get(path);
    expect([page.status, page.headers.get("Location")], path).toEqual([302, "/admin/overview"]);
  }
});

test("staff see the links of their role, and no-access at the others", async () => {
  const linksOf = (html: string) => [...html.matchAll(/href="(\/admin\/[^"?]+)"/g)].map((match) => match[1]);
  for (const staff of STAFF_ROLES) {
    const visitor = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff }));
    const page = await visitor.get("/admin/overview");
    expect([page.status, page.text.includes(`>${staff}<`)]).toEqual([200, true]);
    for (const { to, right } of [...ADMIN_PAGES, ...SYSTEM_PAGES]) {
      const isOpen = right === null || can({ role: "admin", staff_role: staff }, right);
      const answer = await visitor.get(to);
      expect([answer.status, answer.headers.get("Location")], `${staff} at ${to}`).toEqual(
        isOpen ? [200, null] : [302, "/admin/no-access"],
      );
      // Single sign-on is off in this shop, so even its owner sees no link.
      expect(linksOf(page.text).includes(to), `${staff}'s link to ${to}`).toBe(
        isOpen && to !== "/admin/single-sign-on",
      );
    }
    const refused = await visitor.get("/admin/no-access");
    expect([refused.status, textOf(refused.text).includes("Your role cannot open this page")]).toEqual([403, true]);
  }
  const unknown = await makeCustomer(shop, { role: "admin" });
  await shop.shop.database.sql("update users set staff_role = null where id = $1", [unknown.id]);
  const visitor = await signedIn(shop, unknown);
  expect((await visitor.get("/admin/overview")).headers.get("Location")).toBe("/admin/no-access");
  expect((await visitor.get("/admin/security")).status).toBe(200);
});

test("the sidebar stays collapsed in the browser that collapsed it", async () => {
  const wide = await admin.get("/admin/overview");
  const slim = await admin.get("/admin/overview", {
    Cookie: `${admin.cookieFor(new URL(shop.url))}; oja.sidebar=collapsed`,
  });
  expect(wide.text).toContain("Collapse the menu");
  expect(slim.text).toContain("Expand the menu");
});

test("Logout works as a form, ends this session alone, and not from another site", async () => {
  const who = await makeCustomer(shop, { role: "admin" });
  const [here, there] = [await signedIn(shop, who), await signedIn(shop, who)];
  const foreign = await here.form("/admin/overview", { intent: "sign-out" }, { Origin: "https://evil.example" });
  expect([400, 403, 405]).toContain(foreign.status);
  expect(await here.session()).not.toBeNull();
  const answer = await here.form("/admin/overview", { intent: "sign-out" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  expect(await here.session()).toBeNull();
  expect(await there.session()).not.toBeNull();
});

describe("the own security page", () => {
  const PAGE = "/admin/security";

  test("opens by a recovery link, which asks for another password", async () => {
    const { email } = await makeCustomer(shop, { role: "admin" });
    const who = new Visitor(shop.url);
    await who.form("/forgot-password", { email });
    const link = linkIn((await messageTo(shop, email, 0, "type=recovery")).text, "type=recovery");
    const exchange = link.searchParams.get("code") ?? "";
    const done = await who.form("/auth/callback", { exchange, recovery: "yes" });
    const end = await who.follow(done, ({ pathname }) => pathname.startsWith("/admin"));
    expect(end.href).toBe(`${shop.url}${PAGE}?reset=true`);
    const { text } = await who.get(end.href);
    expect(text).toContain("Password Reset Required");
    const password = "another-password";
    const { action, fields } = filledIn(text, "password", { password, confirmPassword: password });
    const changed = await who.form(action.split("#")[0] || PAGE, fields);
    expect(changed.text).toContain("Your password has been successfully updated.");
    expect(changed.text).not.toContain("Password Reset Required");
    await signedIn(shop, { email, password });
  });

  test("ends another session, offers no download, and keeps the shop's last admin", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const [here, there] = [await signedIn(shop, who), await signedIn(shop, who)];
    const { text } = await here.get(PAGE);
    expect(text).not.toContain("Download my data");
    const { action, fields } = filledIn(text, "end-session", {}, "Sign out there");
    expect((await here.form(action.split("#")[0] || PAGE, fields)).text).toContain("Signed out there");
    expect([await there.session(), (await here.session())?.user["id"]]).toEqual([null, who.id]);
    expect((await there.get("/admin")).headers.get("Location")).toBe("/login");

    const others = "update users set role = $1 where staff_role is not null and id <> $2";
    await shop.shop.database.sql(others, ["customer", who.id]);
    const headers = { Origin: shop.url };
    const refused = await here.send("/functions/v1/delete-user-account", { method: "POST", headers });
    await shop.shop.database.sql(others, ["admin", who.id]);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("The shop's last admin cannot be deleted. Make somebody else an admin first."),
    ]);
    expect((await here.session())?.user["id"]).toBe(who.id);
  });
});

describe("the admins' second factor without a script", () => {
  let strict: RunningShop;
  beforeAll(async () => {
    strict = await testShop({ env: { ...BEHIND_PROXY, ADMIN_SECOND_FACTOR: "1" } });
  });
  afterAll(() => strict.close());
  const PAGE = "/admin/second-factor";

  test("is set up and shown by forms; no password gets into an address", async () => {
    const who = await makeCustomer(strict, { role: "admin" });
    const boss = await signedIn(strict, who);
    const page = await boss.get(PAGE);
    // All forms except the shop's search are posted.
    const forms = page.text.match(/<form[^>]*>/g) ?? [];
    expect(forms.filter((form) => !form.includes('method="post"') && !form.includes('role="search"'))).toEqual([]);
    expect(forms.length).toBeGreaterThan(2);
    await strict.shop.database.sql("update accounts set password = null where user_id = $1", [who.id]);
    expect((await boss.get(PAGE)).text).toContain("Set password and begin");
    const weak = await boss.form(PAGE, { "sets-password": "yes", password: "short" });
    expect(weak.text).toContain("Password should be at least 6 characters.");
    const set = await boss.form(PAGE, { "sets-password": "yes", password: who.password });
    expect([set.status, set.text]).toEqual([200, expect.stringContaining("Scan this with an authenticator app.")]);
    expect((await boss.get(PAGE)).text).not.toContain("Set password and begin");
    const wrong = await boss.form(PAGE, { password: "wrong-password" });
    expect(wrong.text).toContain("This password is not right.");
    const enrolment = await boss.form(PAGE, { password: who.password });
    const secret = /<code[^>]*>([A-Z2-7 ]{16,})<\/code>/.exec(enrolment.text)?.[1]?.replaceAll(" ", "") ?? "";
    const backup = /<li>([\w-]{8,})<\/li>/.exec(enrolment.text)?.[1] ?? "";
    expect(enrolment.headers.get("Cache-Control")).toBe("no-store");
    const off = await boss.form(PAGE, { "second-factor": "000000" });
    expect(textOf(off.text)).toContain("Start again with a new key");
    expect(off.text).toContain("This code is wrong or has expired.");
    const on = await boss.form(PAGE, { "second-factor": totpOf(`otpauth://totp/x?secret=${secret}`) });
    expect([on.status, on.headers.get("Location")]).toEqual([302, "/admin"]);
    expect((await boss.get("/admin/overview")).status).toBe(200);

    await strict.shop.database.sql("update sessions set auth_method = null where user_id = $1", [who.id]);
    expect((await boss.get("/admin/overview")).headers.get("Location")).toBe(PAGE);
    expect((await boss.form(PAGE, { "second-factor": "nonsense" })).text).toContain(
      "This code is wrong or has expired.",
    );
    expect((await boss.form(PAGE, { "second-factor": backup })).headers.get("Location")).toBe("/admin");
    expect((await boss.get("/admin/overview")).status).toBe(200);
  });
});
