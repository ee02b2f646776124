import { newestPosts } from "#app/features/blog/queries.server.ts";
import { rssFeed } from "#app/features/blog/rules/feeds.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { BLOG_INTRO } from "#app/features/site/content.ts";
import { xmlResponse } from "#app/lib/xml.ts";
import { shopContext } from "#app/platform/context.server.ts";
import type { Route } from "./+types/rss.ts";

/** The blog's RSS feed. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const posts = await newestPosts(shop.db);
  const { name } = await currentStore(shop);
  return xmlResponse(rssFeed({ name, description: BLOG_INTRO, baseUrl: shop.baseUrl, posts }), "application/rss+xml");
}
