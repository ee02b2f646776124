import { data } from "react-router";
import { errorResponse } from "./errors.server.ts";
import { isStorable } from "./storable.ts";

type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

/**
 * Reads a JSON request body of at most `limit` bytes. Answers a ready Response for a wrong method (405),
 * a wrong content type (415), too many bytes (413), broken JSON and text that no database stores (400).
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
  let isWhole = true;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes), (key, part: unknown) => {
      isWhole &&= isStorable(key) && (typeof part !== "string" || isStorable(part));
      return part;
    });
    if (isWhole) return { ok: true, value };
    return { ok: false, response: errorResponse("bad_request", "The text has characters that cannot be stored.") };
  } catch {
    return { ok: false, response: errorResponse("bad_request", "The request is not valid JSON.") };
  }
}

/** A connection that closes over unread bytes may take the refusal with it, so that much of a long body is read. */
const DISCARDED_BYTES = 1_048_576;

/** The raw body, or null when it is longer than `limit` bytes (also when no length was announced). */
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

/** The fields of a sent form of at most `limit` bytes. Throws an answer with 413 for a longer one. */
export async function readForm(request: Request, limit = 16_384): Promise<URLSearchParams> {
  const body = await readBytes(request, limit);
  if (!body) throw data(null, { status: 413 });
  return new URLSearchParams(new TextDecoder().decode(body));
}
