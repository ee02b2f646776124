import { data, type RouterContextProvider } from "react-router";
import { userContext } from "#app/features/accounts/middleware.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { readRestore, recordHistory, type HistoryLine } from "#app/features/records/queries/history.server.ts";
import type { HistoryOf } from "#app/features/records/rules/history.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { readEdit, type Edit, type RefusedEdit } from "#app/lib/merge.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import { shopContext } from "#app/platform/context.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The history of a record for its page; null for staff without the right to see it. */
export async function openHistory(context: Context, subject: string, record: HistoryOf): Promise<HistoryLine[] | null> {
  if (!can(context.get(userContext), "activity.view")) return null;
  return await recordHistory(context.get(shopContext).db, subject, record);
}

/**
 * The edit of a posted record form: its changed fields, or restored values of the history. Null if the history has no
 * such value; `refuseLine` answers that. `record` is read only to restore a value.
 */
export async function readRecordEdit(
  context: Context,
  subject: string,
  form: FormData | URLSearchParams,
  record: () => Promise<HistoryOf | null>,
): Promise<Edit | null> {
  if (form.get("intent") !== "restore") return readEdit(form);
  if (!can(context.get(userContext), "activity.view")) return null;
  const found = await record();
  const [line, seen, version] = ["line", "seen", "version"].map((name) => wholeNumber(form.get(name)) ?? 0);
  const field = form.get("field");
  // The command reports a deleted record.
  if (!found) return { version: version ?? 0, was: {}, mine: {} };
  const wanted = {
    line: line ?? 0,
    seen: seen ?? 0,
    version: version ?? 0,
    field: typeof field === "string" ? field : "",
  };
  return await readRestore(context.get(shopContext).db, subject, wanted, found);
}

/** The answer for a value that cannot be restored, because the record's history does not contain it. */
export function refuseLine(form: Iterable<[string, FormDataEntryValue]>) {
  const message = "There is nothing to restore in this line of the history.";
  return data(refuseForm(form, {}, { message }) satisfies RefusedEdit, { status: 409 });
}
