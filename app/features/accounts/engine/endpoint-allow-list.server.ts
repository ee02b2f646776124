import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { isUuid } from "#app/lib/uuid.ts";
import { parseJson, readBytes } from "#app/platform/body.server.ts";
import { BASE_PATH, endpointAt } from "./endpoints.server.ts";

/** The largest body is a passkey assertion, a few kilobytes. */
const MAX_BYTES = 65_536;

/** Allowed redirect targets. The library accepts more, and re-encodes what it accepts. */
const OWN_PAGE = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]*)?$/;
const RETURNS = ["callbackURL", "errorCallbackURL"];
const FOREIGN = { code: "INVALID_CALLBACK_URL", message: "This request leads to another site." };

/** The request to pass to the library, or an error response: closed path, no JSON, too large, malformed. */
export async function checkEndpoint(request: Request): Promise<Request | Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : "";
  const endpoint = endpointAt(path);
  if (!endpoint || request.method !== (endpoint.method ?? "POST"))
    return refuse(404, "NO_SUCH_PATH", "There is nothing here.");
  if (request.method !== "POST") {
    const isOwn = RETURNS.every((name) => searchParams.getAll(name).every((address) => OWN_PAGE.test(address)));
    return isOwn ? request : refuse(403, FOREIGN.code, FOREIGN.message);
  }
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/json\b/i.test(type)) return refuse(415, "NOT_JSON", "Send JSON.");
  const body = await readBytes(request, MAX_BYTES);
  if (!body) return refuse(413, "TOO_LARGE", `Send at most ${MAX_BYTES} bytes.`);
  const parsed = body.length > 0 ? parseJson(body) : null;
  if (parsed?.ok === false) return refuse(400, "BAD_REQUEST", parsed.message);
  if (endpoint.fields?.length && !(parsed?.value instanceof Object))
    return refuse(400, "BAD_REQUEST", "Send a JSON object.");
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: body.length > 0 ? Buffer.from(body) : null });
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

const REFUSED = { code: "FIELD_NOT_ALLOWED", message: "This request holds something that it should not." };

/** Rejects bodies with fields that the path's screen does not send. Runs after the origin check. */
export function endpointAllowList() {
  return {
    id: "endpoint-allow-list",
    hooks: {
      before: [
        {
          matcher: ({ request, path, body }) => Boolean(request && path && body !== undefined && body !== null),
          handler: createAuthMiddleware(async ({ path, body }) => {
            const endpoint = endpointAt(path);
            if (!endpoint || endpoint.fields === null) return;
            const allowed = endpoint.fields ?? [];
            const isObject = typeof body === "object" && !Array.isArray(body);
            const strange = isObject
              ? Object.keys(body as object).filter((field) => !allowed.includes(field))
              : ["body"];
            if (strange.length > 0) throw new APIError("BAD_REQUEST", REFUSED);
            const { type, ...fields } = body as Record<string, unknown>;
            for (const name of RETURNS) {
              const address = fields[name];
              if (address !== undefined && !(typeof address === "string" && OWN_PAGE.test(address)))
                throw new APIError("FORBIDDEN", FOREIGN);
            }
            // The library would pass it to the database, which fails on invalid ids.
            if (path === "/passkey/delete-passkey" && !isUuid(String(fields["id"])))
              throw new APIError("BAD_REQUEST", REFUSED);
            if (path === "/email-otp/send-verification-otp" && type !== "sign-in")
              throw new APIError("BAD_REQUEST", REFUSED);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
