import { data, redirect, type ActionFunctionArgs } from "react-router";
import { subscribe } from "#app/features/newsletter/commands.server.ts";
import { returnPath } from "#app/features/newsletter/rules.ts";
import { NEWSLETTER } from "#app/features/site/content.ts";
import { readBytes } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";

const MAX_BYTES = 2048;

export function loader() {
  throw data(null, { status: 404 });
}

/** Handles the newsletter forms: JSON for the page's script, a redirect back without JavaScript. */
export async function action({ request, context }: ActionFunctionArgs) {
  const shop = context.get(shopContext);
  const refused = await refuseTooMany(context, "newsletter", NEWSLETTER.tooMany);
  if (refused) return refused;

  const body = await readBytes(request, MAX_BYTES);
  if (!body) return errorResponse("too_large", `Send at most ${MAX_BYTES} bytes.`);
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const result = await subscribe(shop, { email: fields.get("email"), source: fields.get("source") });

  if (!request.headers.get("Accept")?.includes("application/json")) {
    const host = request.headers.get("Host") ?? new URL(request.url).host;
    return redirect(returnPath(request.headers.get("Referer"), host, result.ok), 303);
  }
  return result.ok ? Response.json({ success: true }) : errorResponse("unprocessable", NEWSLETTER.invalid);
}
