import { xmlResponse } from "#app/lib/xml.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { sitemapFile } from "#app/shell/seo/sitemap.server.ts";
import type { Route } from "./+types/sitemap.ts";

/** One file of the sitemap. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const xml = await sitemapFile(db, baseUrl, params.file);
  return xml === null ? new Response("Not found", { status: 404 }) : xmlResponse(xml);
}
