import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adminCodeForOthers, BUDGETS, firstPages, serverCodeIn } from "./client-bundle.ts";

function bundle(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "assets", name), text);
  return folder;
}

test.each([
  ['import{eq}from"drizzle-orm"', /database layer/],
  ['await import("node:fs")', /a Node module/],
  ["process.env.DATABASE_URL", /server's settings/],
  ["PAYSTACK_SECRET_KEY", /server's settings/],
  ['key="sk_live_0123456789abcdef"', /secret key/],
  ["postgres://shop@db", /database address/],
  ["new PgBoss()", /job queue/],
])("%s is found in the bundle", (text, expected) => {
  expect(serverCodeIn(bundle({ "a.js": `export const a = 1; ${text}` }))).toEqual([expect.stringMatching(expected)]);
});

test("browser code passes", () => {
  expect(serverCodeIn(bundle({ "a.js": 'import"./b.js";const key="pk_test_1";node("x")', "b.css": "a{}" }))).toEqual(
    [],
  );
});

test("a page's scripts are counted once each, with what they import and without what they may load later", () => {
  const route = (id: string, module: string, parentId?: string, imports: string[] = []) => ({
    id,
    parentId,
    module: `/assets/${module}`,
    imports,
  });
  const manifest = {
    url: "/assets/manifest-1.js",
    entry: { module: "/assets/entry.js", imports: ["/assets/shared.js"] },
    routes: {
      root: route("root", "root.js", undefined, ["/assets/shared.js"]),
      "routes/storefront/home": route("routes/storefront/home", "home.js", "root", ["/assets/deep.js"]),
      "routes/storefront/cart": route("routes/storefront/cart", "cart.js", "root"),
      "routes/storefront/checkout": route("routes/storefront/checkout", "heavy.js", "root"),
      "routes/profile/profile": route("routes/profile/profile", "profile.js", "root"),
      "routes/profile/data": route("routes/profile/data", "heavy.js", "root"),
      "routes/admin/orders": route("routes/admin/orders", "heavy.js", "root"),
      "routes/admin/catalogue/product": route("routes/admin/catalogue/product", "cart.js", "root"),
    },
  };
  const heavy = randomBytes(BUDGETS.guest).toString("base64");
  const files = {
    "manifest-1.js": `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
    "entry.js": 'import{a}from"./shared.js";a()',
    "shared.js": "export const a=()=>{}",
    "root.js": 'import"./shared.js";',
    "home.js": 'import{c}from"./deep.js";c()',
    "deep.js": `export const c="${heavy}"`,
    "profile.js": "export const p=1",
    "cart.js": 'const later=()=>import("./heavy.js")',
    "heavy.js": heavy,
  };
  const pages = firstPages(bundle(files));
  expect(pages.map(({ visitor, route: id }) => [visitor, id])).toEqual([
    ["guest", "routes/storefront/home"],
    ["guest", "routes/storefront/cart"],
    ["profile", "routes/profile/profile"],
    ["admin", "routes/admin/orders"],
    ["form", "routes/admin/catalogue/product"],
  ]);
  expect(pages[0]?.bytes).toBeGreaterThan(BUDGETS.guest);
  expect(pages[1]?.bytes).toBeLessThan(1000);
});

test("admin code in a page of others is named", () => {
  const shared = "/assets/shared.js";
  const route = (id: string, module: string, ...imports: string[]) => [id, { id, module, imports }];
  const routes = Object.fromEntries([
    route("routes/storefront/home", "/assets/home.js", shared),
    route("routes/profile/profile", "/assets/profile.js"),
    route("routes/admin/orders", "/assets/orders.js", shared, "/assets/office.js"),
  ]);
  const manifest = { url: "/assets/manifest-1.js", entry: { module: "/assets/entry.js" }, routes };
  const folder = bundle({
    "manifest-1.js": `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
    "entry.js": "",
    "home.js": 'import{a}from"./shared.js";a()',
    "profile.js": "",
    "orders.js": 'import{a}from"./shared.js";import{b}from"./office.js"',
    "shared.js": "export const a=()=>{}",
    "office.js": "export const b=1",
  });
  const fine = { "/assets/shared.js": ["app/ui/button.tsx"], "/assets/office.js": ["app/shell/admin/shell.tsx"] };
  expect(adminCodeForOthers(folder, fine)).toEqual([]);
  for (const source of [
    "app/shell/admin/shell.tsx",
    "app/routes/admin/start.tsx",
    "app/features/orders/components/admin/order-list.tsx",
  ]) {
    expect(adminCodeForOthers(folder, { ...fine, "/assets/shared.js": ["app/ui/a.ts", source] })).toEqual([
      `routes/storefront/home loads ${source}, admin code, in /assets/shared.js`,
    ]);
  }
});

test("a folder without a manifest is refused", () => {
  expect(() => firstPages(bundle({ "a.js": "" }))).toThrow(/npm run build/);
});
