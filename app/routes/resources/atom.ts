import { newestPosts } from "#app/features/blog/queries.server.ts";
import { atomFeed } from "#app/features/blog/rules/feeds.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { BLOG_INTRO } from "#app/features/site/content.ts";
import { xmlResponse } from "#app/lib/xml.ts";
import { shopContext } from "#app/platform/context.server.ts";
import type { Route } from "./+types/atom.ts";

/** The blog's Atom feed. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const posts = await newestPosts(shop.db);
  const { name } = await currentStore(shop);
  return xmlResponse(atomFeed({ name, description: BLOG_INTRO, baseUrl: shop.baseUrl, posts }), "application/atom+xml");
}
