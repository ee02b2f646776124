import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BUDGET, firstPages, serverCodeIn } from "./client-bundle.ts";

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
  const route = (id: string, module: string, parentId?: string) => ({
    id,
    parentId,
    module: `/assets/${module}`,
    imports: [],
  });
  const manifest = {
    entry: { module: "/assets/entry.js", imports: ["/assets/shared.js"] },
    routes: {
      root: route("root", "root.js"),
      "routes/storefront/home": route("routes/storefront/home", "home.js", "root"),
      "routes/storefront/cart": route("routes/storefront/cart", "cart.js", "root"),
      "routes/storefront/checkout": route("routes/storefront/checkout", "heavy.js", "root"),
      "routes/admin/orders": route("routes/admin/orders", "heavy.js", "root"),
    },
  };
  const heavy = randomBytes(BUDGET).toString("base64");
  const files = {
    "manifest-1.js": `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
    "entry.js": 'import{a}from"./shared.js";a()',
    "shared.js": "export const a=()=>{}",
    "root.js": 'import"./shared.js";',
    "home.js": 'import{c}from"./deep.js";c()',
    "deep.js": `export const c="${heavy}"`,
    "cart.js": 'const later=()=>import("./heavy.js")',
    "heavy.js": heavy,
  };
  const pages = firstPages(bundle(files));
  expect(pages.map((page) => page.route)).toEqual(["routes/storefront/home", "routes/storefront/cart"]);
  expect(pages[0]?.bytes).toBeGreaterThan(BUDGET);
  expect(pages[1]?.bytes).toBeLessThan(1000);
});

test("a folder without a manifest is refused", () => {
  expect(() => firstPages(bundle({ "a.js": "" }))).toThrow(/npm run build/);
});
