import type { Logger } from "#app/platform/log.server.ts";
import type { Tx } from "#db/client.server.ts";
import { cachedPerDatabase } from "#db/per-database.server.ts";
import { admin_settings } from "#db/schema/settings.ts";
import {
  DEFAULT_SETTINGS,
  SETTINGS_CATEGORIES,
  storeOf,
  type Settings,
  type SettingsCategory,
  type Store,
} from "./rules.ts";
import { STORED_SETTINGS } from "./schema.ts";

export type StoredSettings = {
  settings: Settings;
  /** Increases with each save; 0 before the first. */
  version: number;
  updated_at: Date | null;
  /** Invalid stored values by name ("general", "general.storeEmail"), replaced by defaults. */
  broken: string[];
};

/** Settings of all categories, with defaults for missing or invalid values. */
export async function readSettings(db: Tx): Promise<StoredSettings> {
  const rows = await db.select().from(admin_settings);
  const settings = structuredClone(DEFAULT_SETTINGS);
  const broken: string[] = [];
  for (const category of SETTINGS_CATEGORIES) {
    const row = rows.find((one) => one.category === category);
    if (row) broken.push(...fill(settings, category, row.settings));
  }
  const times = rows.map((row) => row.updated_at.getTime());
  return {
    settings,
    version: rows.reduce((sum, row) => sum + row.version, 0),
    updated_at: times.length > 0 ? new Date(Math.max(...times)) : null,
    broken,
  };
}

/** Copies valid fields of a stored JSON text into `settings`; returns the names of invalid ones. */
function fill(settings: Settings, category: SettingsCategory, json: string): string[] {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    return [category];
  }
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [category];
  const values = new Map(Object.entries(stored));
  const target: Record<string, unknown> = settings[category];
  const broken: string[] = [];
  for (const [name, schema] of Object.entries(STORED_SETTINGS[category].shape)) {
    if (!values.has(name)) continue;
    const parsed = schema.safeParse(values.get(name));
    if (parsed.success) target[name] = parsed.data;
    else broken.push(`${category}.${name}`);
  }
  return broken;
}

const cached = cachedPerDatabase(readSettings);
const reported = new WeakSet<StoredSettings>();

/** Settings for pages, mails and commands, cached per process until `resetSettings`. */
export async function currentSettings({ db, log }: { db: Tx; log: Pick<Logger, "error"> }): Promise<Settings> {
  const stored = await cached.current(db);
  const { settings, broken } = stored;
  if (broken.length > 0 && !reported.has(stored)) {
    reported.add(stored);
    log.error({ broken }, "stored settings cannot be used; their defaults stand in");
  }
  return settings;
}

/** Name and contact data of the shop; defaults if settings cannot be read, which the root loader reports. */
export async function currentStore(shop: { db: Tx; log: Pick<Logger, "error"> }): Promise<Store> {
  return storeOf(await currentSettings(shop).catch(() => DEFAULT_SETTINGS));
}

/** The same as last read by this process, without asking the database. */
export function lastStore({ db }: { db: Tx }): Store {
  return storeOf(cached.last(db)?.settings ?? DEFAULT_SETTINGS);
}

/** Call after settings changed and before cached pages are dropped. */
export const resetSettings = cached.reset;
