import { shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/robots.ts";

/** What is nobody's page. Pages that are no search result stay open to robots, which read "noindex" there. */
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
