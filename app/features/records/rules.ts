import { capitalised } from "#app/lib/capitalised.ts";
import { displayValue, fieldLabel, type Names } from "./rules/values.ts";

/** A changed field by its label, with its values as text; empty for none. */
export type FieldChange = { field: string; before: string; after: string };

/**
 * Fields of an audit line that differ for a reader, sorted by name. A change shows the fields that it wrote, a deletion
 * what was there.
 */
export function fieldChanges(before: object | null, after: object | null, names: Names): FieldChange[] {
  const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  return Object.keys(after ?? before ?? {})
    .toSorted()
    .map((field) => ({
      field: fieldLabel(field),
      before: displayValue(field, was?.[field], names),
      after: displayValue(field, is?.[field], names),
    }))
    .filter((change) => change.before !== change.after);
}

const NOUNS: Record<string, string> = {
  post: "Blog post",
  run: "Bulk change",
  sso_provider: "Single sign-on",
  view: "Saved view",
};

const VERBS: Record<string, string> = {
  update: "changed",
  edit: "changed",
  create: "added",
  add: "added",
  delete: "deleted",
  remove: "removed",
  restore: "restored",
  merge: "merged",
  order: "moved",
  save: "saved",
  status: "status changed",
  stock: "stock changed",
  role: "role changed",
  note: "note added",
  refund: "refund requested",
  accept: "accepted",
  review: "reviewed",
  invite: "invited",
  join: "joined",
  withdraw: "invitation withdrawn",
  offer: "offer sent",
  "withdraw-offer": "offer withdrawn",
  apply: "applied",
  undo: "undone",
  pictures: "pictures tried again",
};

const known = (words: Record<string, string>, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined);

/** "product.update" for display: noun "Product", verb "changed". */
export function actionWords(action: string): { noun: string; verb: string } {
  const [noun = "", verb = ""] = action.split(".", 2);
  const words = (text: string) => text.replaceAll(/[_-]/g, " ");
  return { noun: known(NOUNS, noun) ?? capitalised(words(noun)), verb: known(VERBS, verb) ?? words(verb) };
}
