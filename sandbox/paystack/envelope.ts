import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { World } from "./world.ts";

export type ApiError = { status: ContentfulStatusCode; body: Record<string, unknown> };

/** The provider's error envelope, with the next step. */
export function apiError(status: ContentfulStatusCode, message: string, code: string, nextStep: string): ApiError {
  return { status, body: { status: false, message, meta: { nextStep }, type: "validation_error", code } };
}

export function isApiError(value: object): value is ApiError {
  return "status" in value && "body" in value;
}

/** The response of an `apiError`. */
export function fail(c: Context, ...error: Parameters<typeof apiError>) {
  const { body, status } = apiError(...error);
  return c.json(body, status);
}

/** The provider's success envelope; `data.status` inside is independent of it. */
export function succeed(c: Context, message: string, data: unknown, meta?: unknown) {
  return c.json({ status: true, message, data, ...(meta ? { meta } : {}) });
}

/** The body as an object, from JSON or a form; null if it is neither. */
export async function readBody(c: Context): Promise<Record<string, unknown> | null> {
  const text = await c.req.text();
  if ((c.req.header("content-type") ?? "").includes("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    const value = JSON.parse(text || "{}") as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Whether a header has the expected secret, compared in constant time. */
export function isSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Unknown references answer 400 or 404, by setting: the provider uses both. */
export function notFound(c: Context, world: World) {
  const next = "Ensure that you're passing the reference of a transaction that exists on this integration";
  const status = world.settings.unknown_reference_status;
  return fail(c, status, "Transaction reference not found", "transaction_not_found", next);
}

/** One page, newest first, with the provider's `meta`. `perPage` is at most 100. */
export function page<Row>(rows: Row[], c: Context): { rows: Row[]; meta: Record<string, number> } {
  const perPage = Math.min(Math.max(Number.parseInt(c.req.query("perPage") ?? "", 10) || 50, 1), 100);
  const number = Math.max(Number.parseInt(c.req.query("page") ?? "", 10) || 1, 1);
  const start = (number - 1) * perPage;
  return {
    rows: rows.toReversed().slice(start, start + perPage),
    meta: { total: rows.length, skipped: start, perPage, page: number, pageCount: Math.ceil(rows.length / perPage) },
  };
}
