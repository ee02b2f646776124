import { data } from "react-router";

const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;
type JsonError = { code: string; message: string; [field: string]: unknown };

/** Maps error codes to HTTP responses: JSON `{success: false, code, message}`. */
export function errorResponse(code: ErrorCode, message: string, headers?: HeadersInit): Response {
  return refusal(STATUS[code], { code, message }, headers);
}

/** A response of the same shape with a code of its own, and more fields for the page's script. */
export function refusal(status: number, error: JsonError, headers?: HeadersInit): Response {
  return Response.json({ success: false, ...error }, { status, headers });
}

/** A command's result as JSON of an address: `ok` is `success`, and `reason` is `code`. */
export type JsonAnswer<Result> = Result extends { ok: false; reason: infer Code }
  ? Omit<Result, "ok" | "reason"> & { success: false; code: Code; message: string }
  : Omit<Result, "ok"> & { success: true };

/** The record of a page; without one the loader's response is a 404. */
export function found<Record>(record: Record): NonNullable<Record> {
  if (!record) throw data(null, { status: 404 });
  return record;
}
