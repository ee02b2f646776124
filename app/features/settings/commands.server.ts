import { sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { differences, recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import type { Edit } from "#app/lib/merge.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import { admin_settings } from "#db/schema/settings.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { readSettings, resetSettings } from "./queries.server.ts";
import { SETTINGS_CATEGORIES, type Settings } from "./rules.ts";
import { settingsValues } from "./rules/form.ts";
import { parseSettings } from "./schema.ts";

const SETTINGS_LOCK = "admin_settings";

/**
 * Merges and saves an edit of the settings page, all four categories at once; requires settings.edit. A field that
 * another admin changed too is a conflict. Pages and mails of all processes use the new settings at once.
 */
export async function editSettings(ctx: Pick<Shop, "db">, actor: Actor, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "settings.edit")) return { ok: false, reason: "forbidden" };
  const result = await inTransaction(ctx.db, async (tx): Promise<Edited> => {
    // Advisory lock, because missing rows cannot be locked.
    await lockName(tx, SETTINGS_LOCK);
    const { settings: before, version } = await readSettings(tx);
    const values = settingsValues(before);
    const merged = await mergeRecord(tx, actor.id, "settings", edit, { version, values });
    if (!merged.ok) return merged;
    if (Object.keys(merged.changes).length === 0) return { ok: true, version, others: [] };
    const parsed = parseSettings({ ...values, ...merged.changes });
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    const { settings } = parsed;
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
    await recordChange(tx, actor, { ...change, ...differences(fieldsOf(before), fieldsOf(settings)) });
    return { ok: true, version: (await readSettings(tx)).version, others: merged.others };
  });
  if (result.ok) resetSettings();
  return result;
}

/** The fields of all categories. */
function fieldsOf(settings: Settings): object {
  return Object.assign({}, ...SETTINGS_CATEGORIES.map((category) => settings[category]));
}
