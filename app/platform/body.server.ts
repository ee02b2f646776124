import { data } from "react-router";
import { isStorable } from "#app/lib/storable.ts";
import { errorResponse } from "./errors.server.ts";

type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

/** Names that every object inherits: a later look-up would find the inherited property. */
const INHERITED = ["__proto__", "constructor", "prototype"];

/** A NUL in a request's address. The address is refused: no page and no stored text contains one. */
export const NUL_IN_ADDRESS = /%00/;

/**
 * The value of a JSON text, or an error message: invalid JSON, text that PostgreSQL cannot store, and names that every
 * object inherits are refused.
 */
export function parseJson(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; message: string } {
  let isWhole = true;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes), (key, part: unknown) => {
      isWhole &&= isStorable(key) && !INHERITED.includes(key) && (typeof part !== "string" || isStorable(part));
      return part;
    });
    return isWhole ? { ok: true, value } : { ok: false, message: "The text has characters that cannot be stored." };
  } catch {
    return { ok: false, message: "The request is not valid JSON." };
  }
}

/**
 * Reads a JSON request body of at most `limit` bytes. Returns an error Response for a wrong method (405), a wrong
 * content type (415), too many bytes (413), invalid JSON and text that PostgreSQL cannot store (400).
 */
export async function readJson(request: Request, limit = 65_536): Promise<JsonBody> {
  if (request.method !== "POST") {
    return { ok: false, response: errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" }) };
  }
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return {
      ok: false,
      response: errorResponse("unsupported_media_type", "Send JSON (Content-Type: application/json)."),
    };
  }
  const bytes = await readBytes(request, limit);
  if (!bytes) return { ok: false, response: errorResponse("too_large", `Send at most ${limit} bytes.`) };
  const parsed = parseJson(bytes);
  return parsed.ok ? parsed : { ok: false, response: errorResponse("bad_request", parsed.message) };
}

/** Closing a connection with unread bytes may discard the response, so a bounded part of a long body is read. */
const DISCARDED_BYTES = 1_048_576;

/** The raw body, or null if it is longer than `limit` bytes (also without a Content-Length). */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limit + DISCARDED_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit + DISCARDED_BYTES) return null;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? null : Buffer.concat(chunks);
}

/**
 * The fields of a posted form of at most `limit` bytes, without characters that cannot be stored. Throws a 413 response
 * for a longer one.
 */
export async function readForm(request: Request, limit = 16_384): Promise<URLSearchParams> {
  const body = await readBytes(request, limit);
  if (!body) throw data({ limit }, { status: 413 });
  // After decoding: removing "%00" from the encoded text could form another escape.
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  return new URLSearchParams(fields.map((field) => field.map((text) => text.replaceAll("\0", ""))));
}

/** Whether `readForm` or `readFormData` threw this because the body is longer than its limit. */
export function isTooLarge(thrown: unknown): boolean {
  return (thrown as { init?: { status?: number } } | null)?.init?.status === 413;
}

/**
 * A posted form of at most `limit` bytes, with files, whose names and texts have no characters that cannot be stored.
 * Throws a response: 413 for a longer body, 400 for an unreadable one, 415 for another content type.
 */
export async function readFormData(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) throw data(null, { status: 415 });
  const body = await readBytes(request, limit);
  if (!body) throw data({ limit }, { status: 413 });
  const sent = await new Response(Buffer.from(body), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => null);
  if (!sent) throw data(null, { status: 400 });
  const form = new FormData();
  for (const [name, value] of sent) {
    const key = name.replaceAll("\0", "");
    if (typeof value === "string") form.append(key, value.replaceAll("\0", ""));
    else form.append(key, value);
  }
  return form;
}
