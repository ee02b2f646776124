import type { FormValues } from "#app/lib/forms.ts";
import { tryStorage } from "#app/lib/try-storage.ts";

/** Unsaved values of a record form, with the original values, version and time. */
export type Draft = { version: number; was: FormValues; mine: FormValues; at: number };

const PREFIX = "oja.draft.";
/** Drafts older than this are ignored. */
const DRAFT_TTL_MS = 30 * 86_400_000;

/** The draft of a record in this browser, or null. `record` is the noun and the id ("supplier.<id>"). */
export function readDraft(record: string): Draft | null {
  const draft = tryStorage(() => JSON.parse(localStorage.getItem(PREFIX + record) ?? "null") as Draft | null);
  return draft && Date.now() - draft.at < DRAFT_TTL_MS && typeof draft.mine === "object" ? draft : null;
}

/** Stores a draft, or deletes it with null. Without storage space there is no draft. */
export function writeDraft(record: string, draft: Draft | null): void {
  tryStorage(() => {
    if (draft) localStorage.setItem(PREFIX + record, JSON.stringify(draft));
    else localStorage.removeItem(PREFIX + record);
  });
}

/**
 * The values of a form's fields by name, as they would be sent; without files and passwords. An unchecked box is "".
 */
export function typedValues(form: HTMLFormElement, names: readonly string[]): FormValues {
  const sent = new FormData(form);
  const values: FormValues = {};
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && (field.type === "password" || field.type === "file")) continue;
    const value = sent.get(name);
    values[name] = typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  }
  return values;
}

/** The fields of `values` that differ from `was`. */
export function changedValues(was: FormValues, values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (was[name] ?? "")));
}
