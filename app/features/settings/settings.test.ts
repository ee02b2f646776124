import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { admin_settings } from "#db/schema/settings.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { editSettings } from "./commands.server.ts";
import { currentSettings, readSettings, resetSettings } from "./queries.server.ts";
import { DEFAULT_SETTINGS, storeOf, telHref, whatsappHref } from "./rules.ts";
import { settingsValues } from "./rules/form.ts";

const ADMIN = actorOf("00000000-0000-4000-8000-000000000001", "admin");
const DEFAULTS = settingsValues(DEFAULT_SETTINGS);
/** All fields of the form; an unchecked box is empty. */
const FORM = {
  ...Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, ""])),
  storeName: "  Kano Depot ",
  storeEmail: "Ask@Kano.example",
  storePhone: "0803 123 4567",
  whatsappNumber: "",
  businessHours: " Monday to Saturday, 8am to 6pm ",
  satisfaction: "",
  storeCurrency: "NGN",
  enableBankTransfer: "1",
  enableFreeShipping: "1",
  freeShippingMin: "25,000",
  sendStockNotifications: "1",
  emailSignature: "Sai an jima",
};

let database: Database;
const log = { error: vi.fn() };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(admin_settings);
  await database.db.delete(audit_log);
  resetSettings();
  log.error.mockClear();
});

type Actor = Parameters<typeof editSettings>[1];
/** Saves a form that was opened when `was` was stored. */
const save = (mine: Record<string, string>, actor: Actor = ADMIN, was = DEFAULTS, version = 0) =>
  editSettings({ db: database.db }, actor, { version, was, mine });
const stored = async () => settingsValues((await readSettings(database.db)).settings);

test("nothing stored: the defaults", async () => {
  expect(await readSettings(database.db)).toEqual({
    settings: DEFAULT_SETTINGS,
    version: 0,
    updated_at: null,
    broken: [],
  });
  expect(DEFAULT_SETTINGS).toMatchObject({
    general: { storeName: "Oja", storeCurrency: "USD" },
    payment: { enablePaypal: true, enableStripe: true, enableBankTransfer: false, testMode: true },
    shipping: { enableFreeShipping: true, freeShippingMin: 500, allowInternationalShipping: true },
    email: { sendOrderConfirmation: true, sendShippingUpdates: true, sendStockNotifications: false },
  });
});

test("one save writes four rows, and the changes to the audit log", async () => {
  const saved = await save(FORM);
  expect(saved).toMatchObject({ ok: true, version: 4 });
  const { settings, version } = await readSettings(database.db);
  expect(version).toBe(4);
  expect(settings).toEqual({
    general: {
      storeName: "Kano Depot",
      storeEmail: "ask@kano.example",
      storePhone: "0803 123 4567",
      whatsappNumber: "",
      businessHours: "Monday to Saturday, 8am to 6pm",
      satisfaction: "",
      storeCurrency: "NGN",
    },
    payment: { enablePaypal: false, enableStripe: false, enableBankTransfer: true, testMode: false },
    shipping: { enableFreeShipping: true, freeShippingMin: 25_000, allowInternationalShipping: false },
    email: {
      sendOrderConfirmation: false,
      sendShippingUpdates: false,
      sendStockNotifications: true,
      emailSignature: "Sai an jima",
    },
  });
  const [change] = await database.db.select().from(audit_log);
  expect(change).toMatchObject({ action: "settings.save", actor: "admin", actor_id: ADMIN.id });
  expect(change?.before).toMatchObject({ storeName: "Oja", freeShippingMin: 500 });
  expect(change?.after).toMatchObject({ storeName: "Kano Depot", freeShippingMin: 25_000 });
  expect(change?.after).not.toHaveProperty("sendStockNotification");
});

test("a save from an outdated page is refused", async () => {
  await save(FORM);
  expect(await save({ ...FORM, storeName: "Another" })).toMatchObject({ ok: false, reason: "conflict", version: 4 });
  expect((await readSettings(database.db)).settings.general.storeName).toBe("Kano Depot");
  const current = await save({ storeName: "Another" }, ADMIN, await stored(), 4);
  expect(current).toMatchObject({ ok: true, version: 8 });
});

test("the minimum of free shipping is kept while free shipping is off and its field hidden", async () => {
  await save(FORM);
  const was = await stored();
  const { freeShippingMin: _, ...rest } = was;
  await save({ ...rest, enableFreeShipping: "" }, ADMIN, was, 4);
  const { shipping } = (await readSettings(database.db)).settings;
  expect(shipping).toMatchObject({ enableFreeShipping: false, freeShippingMin: 25_000 });
});

test.each([
  ["storeName", " "],
  ["storeName", "x".repeat(61)],
  ["storeEmail", "ask@kano"],
  ["storePhone", "call us"],
  ["whatsappNumber", "12"],
  ["storeCurrency", "GHS"],
  ["freeShippingMin", "-1"],
  ["freeShippingMin", "plenty"],
  ["freeShippingMin", "0x10"],
  ["freeShippingMin", "1e3"],
  ["freeShippingMin", ""],
  ["emailSignature", "x".repeat(501)],
])("%s cannot be %j: its field says so and nothing is stored", async (name, value) => {
  const result = await save({ ...FORM, [name]: value });
  expect(result).toMatchObject({ ok: false, reason: "invalid", errors: { [name]: expect.any(String) as string } });
  expect(Object.keys((result as { errors: object }).errors)).toEqual([name]);
  expect(await database.db.$count(admin_settings)).toBe(0);
});

test("guests and customers cannot save", async () => {
  for (const actor of [null, actorOf("00000000-0000-4000-8000-000000000002")])
    expect(await save(FORM, actor)).toEqual({ ok: false, reason: "forbidden" });
  expect(await database.db.$count(admin_settings)).toBe(0);
});

test("an invalid stored value falls back to its default and is reported; the others are kept", async () => {
  await database.db.insert(admin_settings).values([
    { category: "general", settings: JSON.stringify({ storeName: "Kano Depot", storeEmail: 7, extra: 1 }) },
    { category: "payment", settings: "{not json" },
    { category: "email", settings: "[]" },
  ]);
  const settings = await currentSettings({ db: database.db, log });
  expect(settings.general).toEqual({ ...DEFAULT_SETTINGS.general, storeName: "Kano Depot" });
  expect(settings.payment).toEqual(DEFAULT_SETTINGS.payment);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { broken: ["general.storeEmail", "payment", "email"] },
    expect.any(String),
  );
});

test("settings are cached until a change notification", async () => {
  const stop = await database.listen("settings", resetSettings);
  expect((await currentSettings({ db: database.db, log })).general.storeName).toBe("Oja");
  await database.db.execute(
    sql`insert into admin_settings (category, settings) values ('general', '{"storeName":"Sokoto Depot"}')`,
  );
  await expect
    .poll(async () => (await currentSettings({ db: database.db, log })).general.storeName)
    .toBe("Sokoto Depot");
  await stop();
});

test.each([
  ["+234 803 123 4567", "https://wa.me/2348031234567"],
  ["0803 123 4567", "https://wa.me/2348031234567"],
  ["00447700900123", "https://wa.me/447700900123"],
  ["", null],
  ["0800", null],
])("the number %j is on WhatsApp at %s", (number, href) => {
  expect(whatsappHref(number)).toBe(href);
});

test("the prefilled text is encoded, and tel links have no spaces", () => {
  expect(whatsappHref("08031234567", "Rice & beans?\nhttps://x.example/a?b=c")).toBe(
    "https://wa.me/2348031234567?text=Rice%20%26%20beans%3F%0Ahttps%3A%2F%2Fx.example%2Fa%3Fb%3Dc",
  );
  expect(telHref("+234 (0)803 123-4567")).toBe("tel:+2348031234567");
  expect(storeOf(DEFAULT_SETTINGS)).toEqual({
    name: "Oja",
    email: "hello@oja.example",
    phone: "+234 700 000 0000",
    whatsapp: "+234 700 000 0000",
    hours: "",
    satisfaction: "98%",
  });
});
