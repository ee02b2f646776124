import type { FormValues } from "#app/lib/forms.ts";
import { SETTINGS_CATEGORIES, type Settings, type SettingsCategory } from "../rules.ts";

/** All settings as form values; a checked box is "1". */
export function settingsValues(settings: Settings): FormValues {
  const values: FormValues = {};
  for (const category of SETTINGS_CATEGORIES) {
    for (const [name, value] of Object.entries(settings[category])) {
      values[name] = typeof value === "boolean" ? (value ? "1" : "") : String(value);
    }
  }
  return values;
}

/** The tab of a field. */
export function settingsTab(settings: Settings, field: string): SettingsCategory | undefined {
  return SETTINGS_CATEGORIES.find((category) => field in settings[category]);
}
