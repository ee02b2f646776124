import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { can, RIGHTS, STAFF_ROLES, type Right, type StaffRole } from "#app/features/permissions/rules.ts";
import routes from "#app/routes.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor, type Answer } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

const ID = "00000000-0000-4000-8000-000000000000";

/** Pages that every admin may open: sign-in, sign-out and the own account. */
const EVERY_ADMIN = ["layout", "area", "no-access", "security", "second-factor", "search"];

type Form = [file: string, fields: Record<string, string>, right: Right];

/** Each action of an admin form, and its required right; the records do not exist. */
const FORMS: Form[] = [
  ["order", { intent: "status", status: "shipped" }, "orders.status"],
  ["order", { intent: "status", status: "cancelled" }, "orders.cancel"],
  ["order", { intent: "promise", promised_to: "2026-11-30" }, "orders.status"],
  ["order", { intent: "cancel" }, "orders.cancel"],
  ["order", { intent: "refund", reference: "WH1", request_id: ID, reason: "x", amount: "1" }, "orders.refund"],
  ["order", { intent: "ask", reference: "WH1" }, "payments.view"],
  ["order", { intent: "note", text: "x" }, "notes.edit"],
  ["orders-bulk", { id: ID, print: "1" }, "orders.view"],
  ["orders-bulk", { intent: "apply", status: "shipped", order: `${ID}:processing` }, "orders.status"],
  ["orders-bulk", { intent: "apply", status: "cancelled", order: `${ID}:processing` }, "orders.cancel"],
  ["orders-ship", { order: `${ID}:0`, status: "sent" }, "orders.status"],
  ...["move", "collect", "edit", "remove"].map((job): Form => [
    "order",
    { intent: `shipment-${job}`, shipment: ID, version: "1", status: "sent", code: "1234" },
    "orders.status",
  ]),
  ["order", { intent: "shipment-code", shipment: ID, version: "1" }, "orders.cancel"],
  ["payments", { intent: "refund", reference: "WH1", request_id: ID, reason: "x", amount: "1" }, "orders.refund"],
  ["payments", { intent: "ask", reference: "WH1" }, "payments.view"],
  ...["note", "done", "accept", "unmatched", "answered"].map((intent): Form => [
    "payments",
    { intent, id: ID, note: "x" },
    "payments.settle",
  ]),
  ["products", { intent: "delete", id: ID }, "products.edit"],
  ["products", { intent: "price", id: ID, expected: "1", value: "2" }, "products.edit"],
  ["products", { intent: "stock", id: ID, expected: "1", value: "2" }, "stock.edit"],
  ["product-new", { name: "x" }, "products.edit"],
  ["product", { name: "x" }, "products.edit"],
  ...["make", "add-option", "remove-option", "rename-value"].map((intent): Form => [
    "product-variants",
    { intent, group_id: ID, version: "1", option: "Size", value: "M" },
    "products.edit",
  ]),
  ["products-bulk", { id: ID }, "products.edit"],
  ["categories", { intent: "delete", id: ID }, "categories.edit"],
  ["category-new", { name: "x" }, "categories.edit"],
  ["category", { name: "x" }, "categories.edit"],
  ...["order", "merge"].map((intent): Form => ["categories", { intent, id: ID, to: "0", into: ID }, "categories.edit"]),
  ["search-words", { intent: "delete", id: ID }, "products.edit"],
  ["prices", { [`price.${ID}`]: "1" }, "products.edit"],
  ...["apply", "cancel", "undo", "pictures"].map((intent): Form => ["run", { intent }, "products.edit"]),
  ["imports", {}, "import"],
  ["import", {}, "import"],
  ["custom-orders", { id: ID, status: "processing" }, "custom-orders.edit"],
  ["custom-order", { id: ID, status: "processing" }, "custom-orders.edit"],
  ["custom-order", { intent: "offer", id: ID, price: "1" }, "custom-orders.edit"],
  ["custom-order", { intent: "withdraw", id: ID, offer: ID }, "custom-orders.edit"],
  ["customer", { intent: "note", text: "x" }, "customers.view"],
  ...["approved", "declined", "delete"].map((intent): Form => ["suppliers", { intent, id: ID }, "suppliers.edit"]),
  ["supplier-new", { name: "x" }, "suppliers.edit"],
  ["supplier", { name: "x" }, "suppliers.edit"],
  ["message", { intent: "delete" }, "messages.edit"],
  ...["zone", "method"].map((noun): Form => ["delivery", { intent: "delete", id: `${noun}:${ID}` }, "delivery.edit"]),
  ...["delivery-rates", "delivery-calendar", "delivery-zone-new", "delivery-zone"].map((file): Form => [
    file,
    { name: "x" },
    "delivery.edit",
  ]),
  ...["delivery-method-new", "delivery-method"].map((file): Form => [file, { name: "x" }, "delivery.edit"]),
  ["blog", { delete: ID }, "blog.edit"],
  ["blog-new", { title: "x" }, "blog.edit"],
  ["blog-post", { title: "x" }, "blog.edit"],
  ["settings", {}, "settings.edit"],
  ["trash", { id: ID }, "trash.restore"],
  ["health", { intent: "backup" }, "backups.make"],
  ["health", { intent: "restore-test" }, "backups.make"],
  ["failures", { intent: "retry", id: ID }, "system.view"],
  ["failures", { intent: "dismiss", id: ID }, "failures.edit"],
  ["views", { intent: "remove", id: ID }, "overview.view"],
  ["views", { list: "orders", name: "Mine", query: "" }, "overview.view"],
  ["views", { list: "orders", name: "Ours", query: "", shared: "1" }, "views.share"],
  ["staff", { withdraw: ID }, "staff.edit"],
  ["staff-new", { email: "x" }, "staff.edit"],
  ["staff-member", { staff_role: "owner" }, "staff.edit"],
  ["staff-member", { intent: "remove" }, "staff.edit"],
  ["single-sign-on", { intent: "remove", id: ID }, "sign-in.edit"],
];

type Page = { file: string; path: string; source: string };

function pagesOf(entry: RouteConfigEntry, above = ""): Page[] {
  const path = entry.path ? `${above}/${entry.path}` : above;
  const below = (entry.children ?? []).flatMap((child) => pagesOf(child, path));
  const file = /^routes\/admin\/(?:.+\/)?([^/]+)\.tsx?$/.exec(entry.file)?.[1];
  if (!file) return below;
  const source = readFileSync(join(import.meta.dirname, "../../app", entry.file), "utf8");
  return [{ file, path: path.replaceAll(/:\w+\??/g, ID), source }, ...below];
}

const PAGES = routes.flatMap((entry) => pagesOf(entry)).filter(({ file }) => !EVERY_ADMIN.includes(file));
/** The first one, which is the narrowest if a page requires several. */
const rightOf = ({ source }: Page) => /\[requireRight\("([\w.-]+)"\)/.exec(source)?.[1] as Right | undefined;

let shop: RunningShop;
let order = "";
const staff = new Map<StaffRole, Visitor>();
let others: [who: string, visitor: Visitor, elsewhere: string][];

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  order = await makeOrder(shop.shop.database, null);
  for (const role of STAFF_ROLES) {
    staff.set(role, await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role })));
  }
  others = [
    ["guest", new Visitor(shop.url), "/login"],
    ["customer", await signedIn(shop, await makeCustomer(shop)), "/"],
  ];
});
afterAll(() => shop.close());

/** Whether a response refuses for a missing right, by the guard of the page or by the command. */
const isRefused = ({ status, headers, text }: Answer) =>
  status === 403 || headers.get("Location") === "/admin/no-access" || (status === 202 && text.includes("no-access"));

test("every page of the back office names its right, and every form stands in the table above", () => {
  expect(PAGES.length).toBeGreaterThan(35);
  expect(PAGES.filter((page) => !Object.hasOwn(RIGHTS, rightOf(page) ?? "")).map(({ file }) => file)).toEqual([]);
  const withForms = PAGES.filter(({ source }) => /^export (async function|const) action\b/m.test(source));
  const known = new Set(FORMS.map(([file]) => file));
  // The overview's form signs out.
  expect(withForms.map(({ file }) => file).filter((file) => file !== "overview" && !known.has(file))).toEqual([]);
});

test.each(PAGES.map((page): [string, Page] => [page.path, page]))(
  "%s is read by those with its right",
  async (_, page) => {
    const right = rightOf(page)!;
    for (const [role, visitor] of staff) {
      const answer = await visitor.get(`${page.path}.data`);
      expect(answer.status, role).toBeLessThan(500);
      expect(isRefused(answer), role).toBe(!can({ role: "admin", staff_role: role }, right));
    }
    for (const [who, visitor, elsewhere] of others) {
      const answer = await visitor.get(`${page.path}.data`);
      if (answer.status === 202) expect(answer.text, who).toContain(`"${elsewhere}"`);
      else expect([302, 404], who).toContain(answer.status);
    }
  },
);

test.each(FORMS)("%s with %o takes %s", async (file, fields, right) => {
  const { path } = PAGES.find((page) => page.file === file)!;
  // A preview needs existing orders.
  const query = /^orders-(bulk|ship)$/.test(file) ? `?id=${order}&set=shipped` : "";
  const count = async () => (await shop.shop.database.sql("select count(*)::int as n from audit_log")).rows[0]?.["n"];
  for (const [role, visitor] of staff) {
    const may = can({ role: "admin", staff_role: role }, right);
    const before = await count();
    const answer = await visitor.form(path + query, fields);
    expect(answer.status, role).toBeLessThan(500);
    expect(isRefused(answer), `${role}: ${answer.status} ${answer.headers.get("Location")}`).toBe(!may);
    if (may) continue;
    expect(isRefused(await visitor.form(`${path}.data${query}`, fields)), role).toBe(true);
    expect(await count(), role).toBe(before);
  }
  for (const [who, visitor, elsewhere] of others) {
    const answer = await visitor.form(path, fields);
    expect([answer.status, answer.headers.get("Location")], who).toEqual([302, elsewhere]);
  }
});

test("pictures are taken from those who may upload, by their session and by nothing in the form", async () => {
  const send = async (visitor: Visitor, preset: string) => {
    const body = new FormData();
    body.set("upload_preset", preset);
    body.set("file", new Blob(["x"], { type: "image/png" }), "x.png");
    const headers = { Origin: shop.url };
    return (await visitor.send("/api/uploads", { method: "POST", body, headers })).status;
  };
  for (const [role, visitor] of staff) {
    const may = (right: Right) => can({ role: "admin", staff_role: role }, right);
    expect((await send(visitor, "products")) === 403, role).toBe(!may("files.upload"));
    expect((await send(visitor, "shipments")) === 403, role).toBe(!may("orders.status"));
  }
  for (const [who, visitor] of others) expect([401, 403], who).toContain(await send(visitor, "shipments"));
});
