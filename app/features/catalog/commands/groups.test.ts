import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/lib/permissions.ts";
import type { Database } from "#db/client.server.ts";
import { makeGroup as seedGroup, makeProducts, type Product } from "#db/factories/catalog.ts";
import { audit_log } from "#db/schema/audit.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { testDatabase } from "../../../../tests/setup/database.ts";
import { addVariant, makeGroup, removeVariant, renameOption, setStepsTogether, skuProblem } from "./groups.server.ts";

const staff = (role: "admin" | "customer", staff_role: "manager" | "packer" | null): Actor => ({
  id: crypto.randomUUID(),
  role,
  staff_role,
  has_second_factor: false,
  mfa_verified: false,
});
const MANAGER = staff("admin", "manager");

let database: Database;
let goods: Product[] = [];
const ctx = () => ({ db: database.db });

beforeEach(async () => {
  database = await testDatabase();
  goods = await makeProducts(database.db, 3, (at) => ({ name: `Shirt ${at}`, sku: `S-${at}` }));
  return () => database.close();
});

const id = (at: number) => goods[at]?.id ?? "";
const input = (...sizes: string[]) => ({
  name: " Polo  shirt ",
  option_names: ["Size"],
  steps_together: true,
  variants: sizes.map((Size, at) => ({ product_id: id(at), values: { Size } })),
});
const errorsOf = (result: { ok: boolean } & object) => ("errors" in result ? result.errors : result);
const rows = () => database.db.select().from(products).orderBy(asc(products.sku));

async function made() {
  const result = await makeGroup(ctx(), MANAGER, input("M", "L"));
  if (!result.ok) throw new Error("no group");
  return result.id;
}

test("products become variants, named after group and options, with versions counted and the change written down", async () => {
  const group = await made();
  expect(await database.db.select().from(product_groups)).toMatchObject([
    { id: group, name: "Polo shirt", option_names: ["Size"], steps_together: true, version: 1 },
  ]);
  expect(await rows()).toMatchObject([
    { name: "Polo shirt, M", slug: goods[0]?.slug, group_id: group, option_values: { Size: "M" }, version: 2 },
    { name: "Polo shirt, L", group_id: group, option_values: { Size: "L" }, version: 2 },
    { name: "Shirt 2", group_id: null, option_values: {}, version: 1 },
  ]);
  const log = await database.db.select({ action: audit_log.action, by: audit_log.actor_id }).from(audit_log);
  expect(log.map(({ action }) => action).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "group.create",
    "product.update",
    "product.update",
  ]);
  expect(new Set(log.map(({ by }) => by))).toEqual(new Set([MANAGER?.id]));
});

test.each<[string, Parameters<typeof makeGroup>[2], object]>([
  ["no name", { ...input("M", "L"), name: " " }, { name: "Please name the group." }],
  ["no options", { ...input(), option_names: [] }, { option_names: "Name at least one option, such as Size." }],
  [
    "an option's name beyond 40 characters",
    { ...input(), option_names: ["x".repeat(41)] },
    { "option_names.0": "An option's name has at most 40 characters." },
  ],
  [
    "two options of one name",
    { ...input(), option_names: ["Size", "size"] },
    { "option_names.1": "Two options are named size." },
  ],
])("%s is refused at its field", async (_, group, expected) => {
  expect(errorsOf(await makeGroup(ctx(), MANAGER, group))).toMatchObject(expected);
  expect(await database.db.$count(product_groups)).toBe(0);
});

test("equal options, values that are too long or missing, and a product twice are refused, and nothing is written", async () => {
  const cases = [
    [input("M", " m "), { "variants.1.Size": "Another variant has these options." }],
    [input("M", "x".repeat(41)), { "variants.1.Size": "The size has at most 40 characters." }],
    [input("M", ""), { "variants.1.Size": "Please give the size." }],
    [input("M"), { variants: "A group has at least two variants." }],
  ] as const;
  for (const [group, expected] of cases) {
    expect(await makeGroup(ctx(), MANAGER, group)).toEqual({ ok: false, reason: "invalid", errors: expected });
  }
  const twice = { ...input("M", "L"), variants: ["M", "L"].map((Size) => ({ product_id: id(0), values: { Size } })) };
  expect(errorsOf(await makeGroup(ctx(), MANAGER, twice))).toEqual({
    "variants.1.product_id": "This product is named twice.",
  });
  const missing = {
    ...input("M", "L"),
    variants: ["M", "L"].map((Size) => ({ product_id: crypto.randomUUID(), values: { Size } })),
  };
  expect(await makeGroup(ctx(), MANAGER, missing)).toEqual({ ok: false, reason: "missing" });
  await made();
  const other = {
    ...input("M", "L"),
    variants: [0, 2].map((at) => ({ product_id: id(at), values: { Size: String(at) } })),
  };
  expect(errorsOf(await makeGroup(ctx(), MANAGER, other))).toEqual({
    "variants.0.product_id": "This product is a variant of another group.",
  });
  expect(await database.db.$count(product_groups)).toBe(1);
});

test("variants come and go; the group of the last one goes with it", async () => {
  const group_id = await made();
  const add = (version: number, Size: string) =>
    addVariant(ctx(), MANAGER, { group_id, version, product_id: id(2), values: { Size } });
  expect(errorsOf(await add(1, "l"))).toEqual({ Size: "Another variant has these options." });
  expect(errorsOf(await add(1, "x".repeat(41)))).toEqual({ Size: "The size has at most 40 characters." });
  expect(await add(7, "XL")).toEqual({ ok: false, reason: "changed" });
  expect(await add(1, "XL")).toEqual({ ok: true });
  expect((await rows())[2]).toMatchObject({ name: "Polo shirt, XL", group_id, version: 2 });
  expect(errorsOf(await add(2, "XXL"))).toEqual({ product_id: "This product is a variant of another group." });

  for (const at of [0, 1, 2]) {
    const removed = { group_id, version: 2 + at, product_id: id(at) };
    expect(await removeVariant(ctx(), MANAGER, removed)).toEqual({ ok: true });
    expect(await removeVariant(ctx(), MANAGER, { ...removed, version: 3 + at })).toEqual({
      ok: false,
      reason: "missing",
    });
  }
  expect(await database.db.$count(product_groups)).toBe(0);
  expect((await rows())[0]).toMatchObject({ name: "Polo shirt, M", group_id: null, option_values: {} });
});

test("an option is renamed with the values of all variants; steps count together or not", async () => {
  const group_id = await made();
  const rename = (version: number, to: string) => renameOption(ctx(), MANAGER, { group_id, version, from: "Size", to });
  expect(errorsOf(await rename(1, " "))).toEqual({ to: "Please name the option." });
  expect(await rename(1, "Fit")).toEqual({ ok: true });
  expect((await rows()).map(({ option_values }) => option_values)).toEqual([{ Fit: "M" }, { Fit: "L" }, {}]);
  expect(await rename(2, "Cut")).toEqual({ ok: false, reason: "missing" });
  expect(await setStepsTogether(ctx(), MANAGER, { group_id, version: 2, steps_together: false })).toEqual({ ok: true });
  const [group] = await database.db.select().from(product_groups).where(eq(product_groups.id, group_id));
  expect(group).toMatchObject({ option_names: ["Fit"], steps_together: false, version: 3 });
});

test.each<[string, Actor]>([
  ["a guest", null],
  ["a customer", staff("customer", null)],
  ["a packer", staff("admin", "packer")],
  ["an admin who owes the second factor", staff("admin", null)],
])("%s changes no group", async (_, actor) => {
  const [variant] = await seedGroup(database.db, { name: "Cap", option_names: ["Size"] }, [
    { Size: "S" },
    { Size: "M" },
  ]);
  const group_id = variant?.group_id ?? "";
  const at = { group_id, version: 1 };
  const results = [
    await makeGroup(ctx(), actor, input("M", "L")),
    await addVariant(ctx(), actor, { ...at, product_id: id(0), values: { Size: "L" } }),
    await removeVariant(ctx(), actor, { ...at, product_id: variant?.id ?? "" }),
    await renameOption(ctx(), actor, { ...at, from: "Size", to: "Fit" }),
    await setStepsTogether(ctx(), actor, { ...at, steps_together: true }),
  ];
  expect(results).toEqual(results.map(() => ({ ok: false, reason: "forbidden" })));
  expect(await database.db.$count(audit_log)).toBe(0);
});

test("a SKU is free, one's own, or that of a named product, whatever its case", async () => {
  const { db } = database;
  expect(await skuProblem(db, "S-9")).toBeNull();
  expect(await skuProblem(db, "s-0", id(0))).toBeNull();
  expect(await skuProblem(db, " s-0 ", id(1))).toBe("The SKU s-0 is that of Shirt 0.");
});
