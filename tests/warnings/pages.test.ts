import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { ne } from "drizzle-orm";
import * as React from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomToken } from "#app/platform/random.server.ts";
import routes from "#app/routes.ts";
import { mails, newsletter_subscribers, orders, trash } from "#db/schema/tables.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeAttempt, makeReview } from "../fixtures/checkout.ts";
import { makeZone } from "../fixtures/delivery.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

type Page = { path: string; file: string };
const pages = routes.flatMap((entry) => pagesOf(entry, "")).filter(({ file }) => file.endsWith(".tsx"));
function pagesOf(entry: RouteConfigEntry, above: string): Page[] {
  const path = entry.path ? `${above}/${entry.path}` : above || "/";
  return [{ path, file: entry.file }, ...(entry.children ?? []).flatMap((child) => pagesOf(child, path))];
}
const app = join(import.meta.dirname, "..", "..", "app");
const forms = pages.filter(({ file }) =>
  readFileSync(join(app, file), "utf8").includes("export async function action"),
);

/** Pages that need a record: what follows the fixed start of their address. */
const RECORDS: Record<string, string> = {
  "/category/:category": "select slug from categories where parent_id is not null",
  "/distributor/:distributor": `select replace(lower(distributor), ' ', '-') from products
    where distributor ~ '^[A-Za-z ]+$'`,
  "/product/:id": "select id from products where group_id is not null",
  "/checkout/payment-success": "select '?token=' || access_token from payment_attempts where status = 'settled'",
  "/checkout/return/:token": "select access_token from payment_attempts",
  "/checkout/pay/:token": "select pay_token from payment_attempts where pay_token is not null",
  "/blog/:slug": "select slug from blog_posts",
  "/custom-order/:token": "select access_token from custom_orders",
  "/profile/orders/:id/receipt": `select o.id || '/receipt' from orders o join users u on u.id = o.user_id
    where u.email = 'ada@oja.example'`,
  "/admin/orders/slips": "select '?id=' || string_agg(id::text, '&id=') from orders",
  "/admin/orders/bulk": "select '?set=shipped&id=' || string_agg(id::text, '&id=') from orders",
  "/admin/orders/ship": "select '?id=' || string_agg(id::text, '&id=') from orders",
  "/admin/custom-orders/:id": "select id from custom_orders",
  "/admin/orders/:id": "select id from orders",
  "/admin/customers/:id": "select id from users where email = 'ada@oja.example'",
  "/admin/blog/:id": "select id from blog_posts",
  "/admin/staff/:id": "select id from users where role = 'admin'",
  "/admin/products/:id": "select id from products where group_id is not null",
  "/admin/products/:id/variants": "select id || '/variants' from products where group_id is not null",
  "/admin/categories/:id": "select id from categories where parent_id is not null",
  "/admin/runs/:id": "select id from runs",
  "/admin/imports/:id": "select id from import_files",
  "/admin/suppliers/:id": "select id from suppliers",
  "/admin/messages/:id": "select id from contact_messages",
  "/admin/delivery/zones/:id": "select id from delivery_zones",
  "/admin/delivery/zones/:id/new": "select id || '/new' from delivery_zones",
  "/admin/delivery/methods/:id": "select id from delivery_methods",
  "/newsletter/confirm": "select '?token=' || token from newsletter_subscribers",
  "/newsletter/unsubscribe": "select '?token=' || token from newsletter_subscribers",
  "/*": "select 'nothing-here'",
};
/** The statuses of pages that do not answer 200: redirects and messages. */
const STATUS: Record<string, number> = {
  "/checkout/return/:token": 404,
  "/join-staff": 404,
  "/admin/second-factor": 302,
  "/admin": 302,
  "/admin/no-access": 403,
  "/admin/views": 302,
  "/admin/products/bulk": 302,
  "/*": 404,
};

let shop: RunningShop;
let guest: Visitor;
let customer: Visitor;
let admin: Visitor;

beforeAll(async () => {
  shop = await testShop({ products: 400, env: { ...BEHIND_PROXY, SSO: "1" } });
  guest = new Visitor(shop.url);
  customer = await signedIn(shop, { email: "ada@oja.example", password: "oja-demo-ada" });
  admin = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  const { database, db } = shop.shop;
  await makeReview(database, "wrong_amount", { expected_kobo: 1_500_000, paid_kobo: 100 });
  const [paid] = await db.select().from(orders).where(ne(orders.payment_reference, "")).limit(1);
  if (!paid) throw new Error("The demo has no orders.");
  const { id: order_id, access_token, payment_reference: reference } = paid;
  await makeAttempt(database, { order_id, access_token, reference: reference ?? "", status: "settled", hold: "sold" });
  await makeZone(database, "Lagos", ["LA"], [{}]);
  const account = { account_number: "9912345678", account_name: "OJA", bank_name: "Test Bank" };
  const ends = { account_expires_at: new Date(Date.now() + 1_800_000) };
  await makeAttempt(database, { channel: "transfer", pay_token: randomToken(), ...account, ...ends });
  await db.insert(mails).values({ kind: "email_code", to_address: "a@example.com", tries: 9, last_error: "refused" });
  await db.insert(newsletter_subscribers).values({ email: "a@example.com" });
  await db.insert(trash).values({ kind: "category", subject: crypto.randomUUID(), label: "Cloth", content: [] });
  const { rows } = await database.sql("select id from products limit 2");
  const ids = rows.map(({ id }) => ["id", String(id)]);
  const change = { kind: "price-percent", value: "5", round: "1" };
  const bulk = new URLSearchParams([...Object.entries(change), ...ids]);
  const list = new FormData();
  list.set("file", new File(["Code,What,Money\nR1,Rice,1100\n"], "list.csv"));
  for (const [path, body] of [["products/bulk", bulk] as const, ["imports", list] as const]) {
    const sent = await admin.send(`/admin/${path}`, { method: "POST", body, headers: { Origin: shop.url } });
    if (sent.status !== 303) throw new Error(`/admin/${path} answered ${sent.status}`);
  }
});
afterAll(() => shop.close());

function visitorOf(path: string): Visitor {
  if (path.startsWith("/admin")) return admin;
  return path.startsWith("/profile") ? customer : guest;
}

async function addressOf(path: string): Promise<string> {
  const [fixed = ""] = path.split(/:|\*/);
  if (fixed === path && !RECORDS[path]) return path;
  const { rows } = await shop.shop.database.sql(`select record from (${RECORDS[path]} limit 1) as found (record)`);
  return `${fixed}${String(rows[0]?.["record"])}`;
}

test("this is React's development build, whose warnings fail a test", () => {
  expect(React).toHaveProperty("captureOwnerStack");
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  renderToString(React.createElement("p", null, [React.createElement("b"), React.createElement("b")]));
  expect(error.mock.calls).toEqual([[expect.stringContaining('unique "key"'), expect.anything(), expect.anything()]]);
});

test.each(pages)("$path renders without a warning", async ({ path }) => {
  const address = await addressOf(path);
  expect([address, (await visitorOf(path).get(address)).status]).toEqual([address, STATUS[path] ?? 200]);
});

test.each(forms)("$path answers a wrong form without a warning", async ({ path }) => {
  const me = visitorOf(path);
  const address = await addressOf(path);
  const page = (await me.get(address)).text;
  const fields = [...page.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(([, name]) => [name, "x"]);
  const [, intent] = /name="intent" value="([^"]*)"/.exec(page) ?? [];
  const sent = await me.form(address, { ...Object.fromEntries(fields), ...(intent && { intent }) });
  expect(sent.status).toBeLessThan(500);
  expect(sent.headers.get("Location")).not.toBe("/login");
});
