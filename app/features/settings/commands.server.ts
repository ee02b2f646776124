import { sql } from "drizzle-orm";
import { recordChange } from "#app/lib/audit.server.ts";
import type { Shop } from "#app/lib/context.server.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { type Actor, can } from "#app/lib/permissions.ts";
import { admin_settings } from "#db/schema/settings.ts";
import { readSettings, resetSettings } from "./queries.server.ts";
import { SETTINGS_CATEGORIES, type Settings } from "./rules.ts";
import { settingsForm } from "./schema.ts";

export type SaveSettingsResult =
  | { ok: true; settings: Settings; version: number }
  | { ok: false; reason: "forbidden" | "changed" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

const SETTINGS_LOCK = "admin_settings";

/**
 * Saves all four categories at once, for admins only. `input` is the unchecked form, an object of its fields; "changed"
 * means that another save came after the page was opened. Pages and mails of every process follow at once.
 */
export async function saveSettings(ctx: Pick<Shop, "db">, actor: Actor, input: unknown): Promise<SaveSettingsResult> {
  if (!actor || !can(actor, "settings.edit")) return { ok: false, reason: "forbidden" };
  const parsed = settingsForm.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { version, ...form } = parsed.data;
  const result = await ctx.db.transaction(async (tx): Promise<SaveSettingsResult> => {
    // Rows that are not there yet cannot be locked themselves.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${SETTINGS_LOCK}, 0))`);
    const before = await readSettings(tx);
    if (before.version !== version) return { ok: false, reason: "changed" };
    const settings = toSettings(form, before.settings);
    for (const category of SETTINGS_CATEGORIES) {
      const stored = JSON.stringify(settings[category]);
      await tx
        .insert(admin_settings)
        .values({ category, settings: stored })
        .onConflictDoUpdate({
          target: admin_settings.category,
          set: { settings: stored, version: sql`${admin_settings.version} + 1`, updated_at: new Date() },
        });
    }
    const change = { action: "settings.save", subject: "settings" };
    await recordChange(tx, actor, { ...change, ...changedFields(before.settings, settings) });
    return { ok: true, settings, version: (await readSettings(tx)).version };
  });
  if (result.ok) resetSettings();
  return result;
}

type Form = Omit<ReturnType<typeof settingsForm.parse>, "version">;

function toSettings(form: Form, before: Settings): Settings {
  const { storeName, storeEmail, storePhone, whatsappNumber, storeCurrency } = form;
  const { enablePaypal, enableStripe, enableBankTransfer, testMode } = form;
  const { enableFreeShipping, freeShippingMin, allowInternationalShipping } = form;
  const { sendOrderConfirmation, sendShippingUpdates, sendStockNotifications, emailSignature } = form;
  return {
    general: { storeName, storeEmail, storePhone, whatsappNumber, storeCurrency },
    payment: { enablePaypal, enableStripe, enableBankTransfer, testMode },
    shipping: {
      enableFreeShipping,
      freeShippingMin: freeShippingMin ?? before.shipping.freeShippingMin,
      allowInternationalShipping,
    },
    email: { sendOrderConfirmation, sendShippingUpdates, sendStockNotifications, emailSignature },
  };
}

/** Only the fields that differ. */
function changedFields(before: Settings, after: Settings): { before: object; after: object } {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const category of SETTINGS_CATEGORIES) {
    const old: Record<string, unknown> = before[category];
    for (const [name, value] of Object.entries(after[category])) {
      if (old[name] === value) continue;
      was[name] = old[name];
      is[name] = value;
    }
  }
  return { before: was, after: is };
}
