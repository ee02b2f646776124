/** The values to refill a refused form with, by field name; never files, passwords or codes. */
export type FormValues = Record<string, string>;

/** One error message per invalid field, by field name. */
export type FieldErrors = Record<string, string>;

/** A refused form: sent with status 422 (409 if the record has changed), shown at the fields. */
export type RefusedForm = { ok: false; message?: string; errors: FieldErrors; values: FormValues };

/** The result of a posted form. All forms of the shop use this type. */
export type FormResult<Done extends object = object> = ({ ok: true } & Done) | RefusedForm;

/** Validation errors: zod's `error` fits, and shop pages need not load zod for its type. */
type SchemaError = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

/** The first error of each field. List items have the names of form fields ("price_steps.0.from"). */
export function fieldErrors(error: SchemaError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}

/** The refusal of `form` with these errors and the typed values of every field except the `secret` ones. */
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
