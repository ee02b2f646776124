import type { MetaDescriptor } from "react-router";
import { postHref } from "#app/features/blog/links.ts";
import type { Post } from "#app/features/blog/queries.server.ts";

/** Head of a post's page. */
export function postMeta(post: Post, baseUrl: string, storeName: string): MetaDescriptor[] {
  const url = `${baseUrl}${postHref(post.slug)}`;
  const title = `${post.title} | ${storeName}`;
  const image = new URL(post.featured_image ?? "/og.png", baseUrl).href;
  const published = post.published_at.toISOString();
  return [
    { title },
    { name: "description", content: post.excerpt },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "article" },
    { property: "og:title", content: post.title },
    { property: "og:description", content: post.excerpt },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "article:published_time", content: published },
  ];
}
