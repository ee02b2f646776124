import type { FormValues } from "#app/lib/forms.ts";
import { SETTINGS_CATEGORIES, type Settings, type SettingsCategory } from "../rules.ts";

/** All settings as the texts of one form; a box that is on is "1". */
export function settingsValues(settings: Settings): FormValues {
  const values: FormValues = {};
  for (const category of SETTINGS_CATEGORIES) {
    for (const [name, value] of Object.entries(settings[category])) {
      values[name] = typeof value === "boolean" ? (value ? "1" : "") : String(value);
    }
  }
  return values;
}

/** The form's texts as `settingsForm` takes them. */
export function settingsInput(values: FormValues): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^(enable|send|allow|testMode)/.test(name) ? value !== "" : value,
    ]),
  );
}

/** The tab that a field stands in. */
export function tabOf(settings: Settings, field: string): SettingsCategory | undefined {
  return SETTINGS_CATEGORIES.find((category) => field in settings[category]);
}
