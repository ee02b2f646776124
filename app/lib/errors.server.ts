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

/** Maps error codes to HTTP responses: JSON `{success: false, code, message}`. */
export function errorResponse(code: ErrorCode, message: string, headers?: HeadersInit): Response {
  return Response.json({ success: false, code, message }, { status: STATUS[code], headers });
}

/** The record of a page; without one the loader's response is a 404. */
export function found<Record>(record: Record): NonNullable<Record> {
  if (!record) throw data(null, { status: 404 });
  return record;
}
