/** The values to refill a refused form with, by field name; never files, passwords or codes. */
export type FormValues = Record<string, string>;

/** One error message per invalid field, by field name. */
export type FieldErrors = Record<string, string>;

/** What a command answers to input with errors at its fields. */
export type InvalidInput = { ok: false; reason: "invalid"; errors: FieldErrors };

/** A refused form: sent with status 422 (409 if the record has changed), shown at the fields. */
export type RefusedForm = { ok: false; message?: string; errors: FieldErrors; values: FormValues };

/** The result of a posted form. All forms of the shop use this type. */
export type FormResult<Done extends object = object> = ({ ok: true } & Done) | RefusedForm;

/** The text of a refusal for forms with one place for it: its message, else its first error. */
export function firstError(
  answer: { ok: boolean; message?: string; errors?: FieldErrors } | undefined,
): string | undefined {
  return answer && !answer.ok ? (answer.message ?? Object.values(answer.errors ?? {})[0]) : undefined;
}

/** Validation errors: zod's `error` fits, and shop pages need not load zod for its type. */
type SchemaError = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

/** The first error of each field. List items have the names of form fields ("price_steps.0.from"). */
export function fieldErrors(error: SchemaError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}

/**
 * The refusal of `form` with these errors and the typed values of every field except the `secret` ones. Forms of
 * thousands of fields set `echo` to false: their page keeps the input, since it does not revalidate after a refusal.
 */
export function refuseForm(
  form: Iterable<[string, FormDataEntryValue]>,
  errors: FieldErrors,
  {
    message,
    secret = [],
    echo = true,
  }: { message?: string | undefined; secret?: readonly string[]; echo?: boolean } = {},
): RefusedForm {
  const values: FormValues = {};
  for (const [name, value] of echo ? form : []) {
    if (typeof value === "string" && !secret.includes(name)) values[name] = value;
  }
  return { ok: false, errors, values, ...(message === undefined ? {} : { message }) };
}
