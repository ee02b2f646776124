import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/features/permissions/rules.ts";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { stock_movements } from "#db/schema/payments.ts";
import { makeGroup as seedGroup, makeProducts, type Product } from "#tests/fixtures/catalog.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { addOption, removeOption, renameValue } from "./group-options.server.ts";
import { addVariant, changeVariant, createVariant, createGroup, removeVariant, updateGroup } from "./groups.server.ts";

const staff = (role: "admin" | "customer", staff_role: "manager" | "packer" | null): Actor => ({
  id: crypto.randomUUID(),
  role,
  staff_role,
  has_second_factor: false,
  mfa_verified: false,
});
const MANAGER = staff("admin", "manager");

const shared = sharedDatabase();
let database: Database;
let goods: Product[] = [];
const ctx = () => ({ db: database.db });

beforeEach(async () => {
  database = shared();
  goods = await makeProducts(database.db, 3, (at) => ({ name: `Shirt ${at}`, sku: `S-${at}` }));
});

const id = (at: number) => goods[at]?.id ?? "";
const input = (at: number, ...values: string[]) => ({
  product_id: id(at),
  name: " Polo  shirt ",
  option_names: ["Size"],
  mixed_price_breaks: true,
  values,
});
const errorsOf = (result: { ok: boolean } & object) => ("errors" in result ? result.errors : result);
const rows = () => database.db.select().from(products).orderBy(asc(products.sku));
const group = async () => (await database.db.select().from(product_groups))[0];

/** A group of shirt 0 in M and shirt 1 in L, with its current version. */
async function made() {
  expect(await createGroup(ctx(), MANAGER, input(0, "M"))).toEqual({ ok: true });
  const { id: group_id = "" } = (await group()) ?? {};
  const at = { group_id, version: 1 };
  expect(await addVariant(ctx(), MANAGER, { ...at, product: "s-1", values: ["L"] })).toEqual({ ok: true });
  return { group_id, version: 2 };
}

test("products become variants, named after group and options, with new versions and audit rows", async () => {
  const { group_id } = await made();
  expect(await group()).toMatchObject({
    name: "Polo shirt",
    option_names: ["Size"],
    mixed_price_breaks: true,
    version: 2,
  });
  expect(await rows()).toMatchObject([
    { name: "Polo shirt, M", slug: goods[0]?.slug, group_id, option_values: { Size: "M" }, version: 2 },
    { name: "Polo shirt, L", group_id, option_values: { Size: "L" }, version: 2 },
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

test.each<[string, object, object]>([
  ["no name", { name: " " }, { name: "Please name the group." }],
  ["no options", { option_names: [] }, { "option_names.0": "Name at least one option, such as Size." }],
  [
    "an option's name beyond 40 characters",
    { option_names: ["x".repeat(41)] },
    { "option_names.0": "An option's name has at most 40 characters." },
  ],
  [
    "two options of one name",
    { option_names: ["Size", "size"], values: ["M", "L"] },
    { "option_names.1": "Two options are named size." },
  ],
  [
    "an inherited name",
    { option_names: ["constructor"], values: ["M"] },
    { "option_names.0": "An option cannot be named constructor." },
  ],
  ["a value beyond 40 characters", { values: ["x".repeat(41)] }, { "values.0": "The size has at most 40 characters." }],
  ["no value", { values: [" "] }, { "values.0": "Please give the size." }],
])("%s is refused at its field", async (_, wrong, expected) => {
  const result = await createGroup(ctx(), MANAGER, { ...input(0, "M"), ...wrong });
  expect(result).toEqual({ ok: false, reason: "invalid", errors: expected });
  expect(await database.db.$count(product_groups)).toBe(0);
});

test("an added product has no other group, is found by SKU, slug or name, and has distinct options", async () => {
  const at = await made();
  const add = (product: string, value = "XL") => addVariant(ctx(), MANAGER, { ...at, product, values: [value] });
  await makeProducts(database.db, 2, { name: "Twin" });
  const cases = [
    [await add("S-2", " l "), { "values.0": "Another variant has these options." }],
    [await add("S-2", "x".repeat(41)), { "values.0": "The size has at most 40 characters." }],
    [await add(""), { product: "Name the product by its SKU, address or name." }],
    [await add("S-9"), { product: "No product has this SKU, address or name." }],
    [await add("twin"), { product: "Several products are named so: give the SKU or the address." }],
    [await add("S-1"), { product: "This product is a variant of this group already." }],
  ] as const;
  for (const [result, expected] of cases) expect(errorsOf(result)).toEqual(expected);
  expect(errorsOf(await createGroup(ctx(), MANAGER, input(1, "M")))).toEqual({
    product: "This product is a variant of another group.",
  });
  expect(await createGroup(ctx(), MANAGER, { ...input(0, "M"), product_id: crypto.randomUUID() })).toEqual({
    ok: false,
    reason: "missing",
  });
  expect(await addVariant(ctx(), MANAGER, { ...at, version: 7, product: "S-2", values: ["XL"] })).toEqual({
    ok: false,
    reason: "changed",
  });
  expect(await add(`https://shop.example/product/${goods[2]?.slug}`)).toEqual({ ok: true });
  expect((await rows())[2]).toMatchObject({ name: "Polo shirt, XL", version: 2 });
});

test("a new variant is a copy with options, price, stock and SKU of its own", async () => {
  const price_steps = [{ from: 10, unit_kobo: 90_000 }];
  const model = {
    price_kobo: 100_000,
    discount_price_kobo: 95_000,
    price_steps,
    brand: "Ojulowo",
    barcode: "5901234123457",
  };
  await database.db
    .update(products)
    .set(model)
    .where(eq(products.id, id(0)));
  const at = await made();
  const create = (values: string[], form: Record<string, string>, version = at.version) =>
    createVariant(ctx(), MANAGER, { ...at, version, product_id: id(0), values, form });
  const good = { price: "1000", stock_quantity: "1,200", sku: "S-3" };
  expect(errorsOf(await create(["m"], { price: "x", stock_quantity: "-1", sku: "s-1" }))).toEqual({
    "values.0": "Another variant has these options.",
    price: "An amount in naira, such as 7500 or 7500.50.",
    stock_quantity: "A whole number from 0.",
  });
  expect(errorsOf(await create(["XL"], { ...good, sku: "s-1" }))).toEqual({ sku: "“Polo shirt, L” has this SKU." });
  expect(errorsOf(await create(["XL"], { ...good, price: "800" }))).toEqual({
    price:
      "With this price the copy is not possible. Price step 1 costs ₦900.00: it must be less than the price at the minimum order, ₦800.00.",
  });
  expect(await database.db.$count(products)).toBe(3);
  expect(await create(["XL"], good)).toEqual({ ok: true });
  expect(await create(["XXL"], { price: "1100", stock_quantity: "0", sku: "S-4" }, 3)).toEqual({ ok: true });
  const [, , , copy, dearer] = await rows();
  const copied = { ...model, barcode: null, group_id: at.group_id, slug: "polo-shirt-xl" };
  expect(copy).toMatchObject({
    ...copied,
    name: "Polo shirt, XL",
    stock_quantity: 1200,
    option_values: { Size: "XL" },
  });
  expect(dearer).toMatchObject({ price_kobo: 110_000, discount_price_kobo: null, price_steps, stock_quantity: 0 });
  const moved = await database.db.select().from(stock_movements);
  expect(moved).toMatchObject([{ product_id: copy?.id, quantity: 1200 }]);
});

test("options of a variant change; removing the last variant deletes the group", async () => {
  const at = await made();
  const change = (version: number, value: string) =>
    changeVariant(ctx(), MANAGER, { ...at, version, product_id: id(0), values: [value] });
  expect(errorsOf(await change(2, "L"))).toEqual({ "values.0": "Another variant has these options." });
  expect(await change(2, "S")).toEqual({ ok: true });
  expect((await rows())[0]).toMatchObject({ name: "Polo shirt, S", option_values: { Size: "S" } });
  for (const place of [0, 1]) {
    const removed = { ...at, version: 3 + place, product_id: id(place) };
    expect(await removeVariant(ctx(), MANAGER, removed)).toEqual({ ok: true });
    expect(await removeVariant(ctx(), MANAGER, { ...removed, version: 4 + place })).toEqual({
      ok: false,
      reason: "missing",
    });
  }
  expect(await database.db.$count(product_groups)).toBe(0);
  expect((await rows())[0]).toMatchObject({ name: "Polo shirt, S", group_id: null, option_values: {} });
});

test("a group is renamed, options are renamed in all variants, and combined steps are switched", async () => {
  const at = await made();
  const update = (version: number, changes: object) =>
    updateGroup(ctx(), MANAGER, {
      ...at,
      version,
      name: "Polo",
      option_names: ["Size"],
      mixed_price_breaks: true,
      ...changes,
    });
  expect(errorsOf(await update(2, { option_names: [" "] }))).toEqual({ "option_names.0": "Please name the option." });
  expect(errorsOf(await update(2, { option_names: [] }))).toMatchObject({ "option_names.0": expect.any(String) });
  expect(await update(2, { option_names: ["Fit"], mixed_price_breaks: false })).toEqual({ ok: true });
  expect((await rows()).map(({ name, option_values }) => [name, option_values])).toEqual([
    ["Polo, M", { Fit: "M" }],
    ["Polo, L", { Fit: "L" }],
    ["Shirt 2", {}],
  ]);
  expect(await group()).toMatchObject({ name: "Polo", option_names: ["Fit"], mixed_price_breaks: false, version: 3 });
});

test("two options cannot swap names", async () => {
  const two = { ...input(0, "M", "Blue"), option_names: ["Size", "Colour"] };
  expect(await createGroup(ctx(), MANAGER, two)).toEqual({ ok: true });
  const at = { group_id: (await group())?.id ?? "", version: 1 };
  const swapped = { ...two, option_names: ["Colour", "Size"] };
  expect(errorsOf(await updateGroup(ctx(), MANAGER, { ...at, ...swapped }))).toEqual({
    "option_names.0": "Another option has this name.",
  });
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
  const at = { group_id: variant?.group_id ?? "", version: 1, values: ["L"] };
  const results = [
    await createGroup(ctx(), actor, input(0, "M")),
    await addVariant(ctx(), actor, { ...at, product: "S-0" }),
    await createVariant(ctx(), actor, { ...at, product_id: variant?.id ?? "", form: {} }),
    await changeVariant(ctx(), actor, { ...at, product_id: variant?.id ?? "" }),
    await removeVariant(ctx(), actor, { ...at, product_id: variant?.id ?? "" }),
    await updateGroup(ctx(), actor, { ...at, name: "Cap", option_names: ["Fit"], mixed_price_breaks: true }),
    await addOption(ctx(), actor, { ...at, option: "Fit", value: "Slim", values: {} }),
    await removeOption(ctx(), actor, { ...at, option: "Size" }),
    await renameValue(ctx(), actor, { ...at, option: "Size", from: "S", value: "XS" }),
  ];
  expect(results).toEqual(results.map(() => ({ ok: false, reason: "forbidden" })));
  expect(await database.db.$count(audit_log)).toBe(0);
});
