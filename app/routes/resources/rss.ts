import { newestPosts } from "#app/features/blog/queries.server.ts";
import { FEED_SIZE, rssFeed } from "#app/features/blog/rules/feeds.ts";
import { BLOG_INTRO, SITE } from "#app/features/site/content.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { xmlResponse } from "#app/lib/xml.ts";
import type { Route } from "./+types/rss.ts";

/** The blog for feed readers, as RSS. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const posts = await newestPosts(db, FEED_SIZE);
  return xmlResponse(rssFeed({ name: SITE.name, description: BLOG_INTRO, baseUrl, posts }), "application/rss+xml");
}
