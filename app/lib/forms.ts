/** What a form is filled with again after it was refused, by field name; never files, passwords or codes. */
export type FormValues = Record<string, string>;

/** One sentence for each wrong field, by field name. */
export type FieldErrors = Record<string, string>;

/** A form that was not accepted: sent with status 422 (409 when the record changed), shown at the fields. */
export type RefusedForm = { ok: false; message?: string; errors: FieldErrors; values: FormValues };

/** What an action answers to a posted form. Every form of the shop has this shape. */
export type FormResult<Done extends object = object> = ({ ok: true } & Done) | RefusedForm;

/** What schemas report: zod's `error` fits, and shop pages need not load zod for its type. */
type SchemaError = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

/** The first error of each field. Parts of lists are named as forms name them ("price_steps.0.from"). */
export function fieldErrors(error: SchemaError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}

/** The refusal of `form` with these errors, carrying the typed text of every field but the `secret` ones. */
export function refuseForm(
  form: Iterable<[string, FormDataEntryValue]>,
  errors: FieldErrors,
  { message, secret = [] }: { message?: string; secret?: readonly string[] } = {},
): RefusedForm {
  const values: FormValues = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !secret.includes(name)) values[name] = value;
  }
  return { ok: false, errors, values, ...(message === undefined ? {} : { message }) };
}
