import { shopContext } from "#app/platform/context.server.ts";
import type { Route } from "./+types/robots.ts";

/** Private addresses. Other pages without search results stay crawlable, because robots must read their "noindex". */
const CLOSED = ["/admin", "/api/", "/checkout/", "/events", "/functions/", "/profile", "/search/suggest", "/webhooks/"];

export function loader({ context }: Route.LoaderArgs) {
  const { baseUrl } = context.get(shopContext);
  const lines = [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${baseUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
