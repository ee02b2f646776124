import { xmlResponse } from "#app/lib/xml.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { sitemapIndex } from "#app/shell/seo/sitemap.server.ts";
import type { Route } from "./+types/sitemap-index.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  return xmlResponse(await sitemapIndex(db, baseUrl));
}
