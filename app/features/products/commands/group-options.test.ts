import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGroup, makeProducts } from "#tests/fixtures/catalog.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { addOption, removeOption, renameValue } from "./group-options.server.ts";
import { addVariant, removeVariant } from "./groups.server.ts";

const ADMIN = actorOf(crypto.randomUUID(), "admin");
const shared = sharedDatabase();
let db: Db;
beforeEach(() => {
  db = shared().db;
});

/** A group with one variant per row of values. */
async function seed(name: string, values: Record<string, string>[]) {
  const variants = await makeGroup(db, { name, option_names: Object.keys(values[0] ?? {}) }, values);
  const group_id = variants[0]?.group_id ?? "";
  const read = async () => {
    const rows = await db.select().from(products).where(eq(products.group_id, group_id));
    return Object.fromEntries(rows.map(({ name: text, option_values }) => [text, option_values]));
  };
  const group = async () => (await db.select().from(product_groups).where(eq(product_groups.id, group_id)))[0];
  const log = () => db.select().from(audit_log).where(eq(audit_log.subject, group_id)).orderBy(audit_log.id);
  return { variants, group_id, read, group, log };
}
const errorsOf = (result: { ok: boolean } & object) => ("errors" in result ? result.errors : result);

test("an option is added with a common or individual values, and removed unless two variants become identical", async () => {
  const { variants, group_id, read, group, log } = await seed("Polo", [{ Size: "M" }, { Size: "L" }]);
  const [spare] = await makeProducts(db, 1, { name: "Loose shirt", sku: "S-2" });
  const large = variants[1]?.id ?? "";
  const add = (version: number, option: string, value: string, values: Record<string, string> = {}) =>
    addOption({ db }, ADMIN, { group_id, version, option, value, values });
  const remove = (version: number, option: string) => removeOption({ db }, ADMIN, { group_id, version, option });
  const before = await read();
  const refusals = [
    [await add(1, "size", "Blue"), { option: "Two options are named size." }],
    [await add(1, " ", "Blue"), { option: "Please name the option." }],
    [await add(1, "Colour", " "), { value: "Please give the colour, for all variants or for each." }],
    [
      await add(1, "Colour", "Blue", { [large]: "x".repeat(41) }),
      { [`value.${large}`]: "The colour has at most 40 characters." },
    ],
    [await remove(1, "Size"), { option: "A group has at least one option." }],
    [await add(7, "Colour", "Blue"), { ok: false, reason: "changed" }],
    [await remove(1, "Fit"), { ok: false, reason: "missing" }],
  ] as const;
  for (const [result, expected] of refusals) expect(errorsOf(result)).toEqual(expected);
  expect(await read()).toEqual(before);

  expect(await add(1, " Colour ", "Blue", { [large]: " Dark  red " })).toEqual({ ok: true });
  expect(await group()).toMatchObject({ option_names: ["Size", "Colour"], version: 2 });
  const both = {
    "Polo, M, Blue": { Size: "M", Colour: "Blue" },
    "Polo, L, Dark red": { Size: "L", Colour: "Dark red" },
  };
  expect(await read()).toEqual(both);
  expect(await addVariant({ db }, ADMIN, { group_id, version: 2, product: "S-2", values: ["L", "Blue"] })).toEqual({
    ok: true,
  });
  expect(errorsOf(await remove(3, "Colour"))).toEqual({
    option: "Without Colour, “Polo, L, Blue” and “Polo, L, Dark red” would be alike.",
  });
  expect(await read()).toEqual({ ...both, "Polo, L, Blue": { Size: "L", Colour: "Blue" } });
  expect(await removeVariant({ db }, ADMIN, { group_id, version: 3, product_id: spare?.id ?? "" })).toEqual({
    ok: true,
  });
  expect(await remove(4, "Size")).toEqual({ ok: true });
  expect(await group()).toMatchObject({ option_names: ["Colour"], version: 5 });
  expect(await read()).toEqual({ "Polo, Blue": { Colour: "Blue" }, "Polo, Dark red": { Colour: "Dark red" } });
  expect((await log()).map(({ action, before: was, after }) => [action, was, after])).toEqual([
    ["group.update", { option_names: ["Size"] }, { option_names: ["Size", "Colour"] }],
    ["group.update", { option_names: ["Size", "Colour"] }, { option_names: ["Colour"] }],
  ]);
  const [product] = await db.select().from(products).where(eq(products.id, large));
  expect(product?.version).toBe(3);
});

test("a value is renamed in all its variants, unless two become identical", async () => {
  const values = ["S", "M"].flatMap((Size) => ["blu", "Red"].map((Colour) => ({ Size, Colour })));
  const { group_id, read, group, log } = await seed("Cap", values);
  const rename = (version: number, from: string, value: string) =>
    renameValue({ db }, ADMIN, { group_id, version, option: "Colour", from, value });
  const before = await read();
  expect(errorsOf(await rename(1, "blu", " "))).toEqual({ value: "Please give the colour." });
  expect(errorsOf(await rename(1, "blu", "red"))).toEqual({
    value: expect.stringMatching(/^With this value, “Cap, (.), blu” and “Cap, \1, Red” would be alike\.$/),
  });
  expect(await rename(1, "Green", "Teal")).toEqual({ ok: false, reason: "missing" });
  expect(await rename(7, "blu", "Blue")).toEqual({ ok: false, reason: "changed" });
  expect(await read()).toEqual(before);
  expect(await rename(1, "BLU", " Blue ")).toEqual({ ok: true });
  expect(Object.keys(await read()).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "Cap, M, Blue",
    "Cap, M, Red",
    "Cap, S, Blue",
    "Cap, S, Red",
  ]);
  expect(await log()).toMatchObject([{ action: "group.update", before: { Colour: "BLU" }, after: { Colour: "Blue" } }]);
  expect((await group())?.version).toBe(2);
});
