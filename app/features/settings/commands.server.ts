import { sql } from "drizzle-orm";
import { recordChange } from "#app/lib/audit.server.ts";
import type { Shop } from "#app/lib/context.server.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { mergeRecord, type MergedRecord } from "#app/lib/merge-record.server.ts";
import type { Edit } from "#app/lib/merge.ts";
import { type Actor, can } from "#app/lib/permissions.ts";
import { admin_settings } from "#db/schema/settings.ts";
import { readSettings, resetSettings } from "./queries.server.ts";
import { SETTINGS_CATEGORIES, type Settings } from "./rules.ts";
import { settingsInput, settingsValues } from "./rules/form.ts";
import { settingsForm } from "./schema.ts";

export type SaveSettingsResult =
  | { ok: true; settings: Settings; version: number }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

export type EditSettingsResult =
  | { ok: true; version: number; others: Extract<MergedRecord, { ok: true }>["others"] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; errors: FieldErrors }
  | Extract<MergedRecord, { ok: false }>;

/** Merges and saves an edit of the settings page; a field that another admin changed too is a conflict. */
export async function editSettings(ctx: Pick<Shop, "db">, actor: Actor, edit: Edit): Promise<EditSettingsResult> {
  if (!actor || !can(actor, "settings.edit")) return { ok: false, reason: "forbidden" };
  const { settings, version } = await readSettings(ctx.db);
  const values = settingsValues(settings);
  const merged = await mergeRecord(ctx.db, actor.id, "settings", edit, { version, values });
  if (!merged.ok) return merged;
  if (Object.keys(merged.changes).length === 0) return { ok: true, version, others: [] };
  const input = { ...settingsInput({ ...values, ...merged.changes }), version };
  const saved = await saveSettings(ctx, actor, input);
  if (saved.ok) return { ok: true, version: saved.version, others: merged.others };
  // Another save came in between: merges again with the stored settings.
  return saved.reason === "changed" ? await editSettings(ctx, actor, edit) : saved;
}

const SETTINGS_LOCK = "admin_settings";

/**
 * Saves all four categories; admins only. `input` is the unvalidated form as an object; "changed": saved by another
 * admin since the page was opened. Pages and mails of all processes use the new settings at once.
 */
export async function saveSettings(ctx: Pick<Shop, "db">, actor: Actor, input: unknown): Promise<SaveSettingsResult> {
  if (!actor || !can(actor, "settings.edit")) return { ok: false, reason: "forbidden" };
  const parsed = settingsForm.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { version, ...form } = parsed.data;
  const result = await ctx.db.transaction(async (tx): Promise<SaveSettingsResult> => {
    // Advisory lock, because missing rows cannot be locked.
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

/** The fields that differ, before and after. */
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
