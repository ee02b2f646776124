import type { MetaDescriptor } from "react-router";
import { postHref } from "#app/features/blog/links.ts";
import type { Post } from "#app/features/blog/queries.server.ts";
import type { Store } from "#app/features/settings/rules.ts";
import { pageHead } from "#app/lib/page-head.ts";

type PostPage = { post: Post; baseUrl: string; image: string };

/** Meta tags of a post's page. */
export function postMeta({ post, baseUrl, image }: PostPage, store: Store): MetaDescriptor[] {
  const { title, excerpt, slug, published_at } = post;
  const url = `${baseUrl}${postHref(slug)}`;
  return [
    ...pageHead({ title: `${title} | ${store.name}`, description: excerpt, url, type: "article", image }),
    { property: "article:published_time", content: published_at.toISOString() },
  ];
}
