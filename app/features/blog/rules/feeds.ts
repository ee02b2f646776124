import { xmlText } from "#app/lib/xml.ts";
import { ATOM, BLOG, postHref, RSS } from "../links.ts";
import type { Post } from "../queries.server.ts";

type FeedPost = Omit<Post, "featured_image" | "minutes">;
type Feed = { name: string; description: string; baseUrl: string; posts: readonly FeedPost[] };

/** RSS 2.0 feed of the newest posts. */
export function rssFeed({ name, description, baseUrl, posts }: Feed): string {
  const items = posts.map((post) => {
    const url = xmlText(`${baseUrl}${postHref(post.slug)}`);
    return `<item><title>${xmlText(post.title)}</title><link>${url}</link><guid isPermaLink="false">${post.id}</guid><pubDate>${post.published_at.toUTCString()}</pubDate><description>${xmlText(post.excerpt)}</description><content:encoded>${xmlText(absolute(post.content, baseUrl))}</content:encoded></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${xmlText(`${name} blog`)}</title><link>${xmlText(baseUrl + BLOG)}</link><description>${xmlText(description)}</description><language>en-NG</language><atom:link href="${xmlText(baseUrl + RSS)}" rel="self" type="application/rss+xml"/><lastBuildDate>${lastChange(posts).toUTCString()}</lastBuildDate>${items.join("")}</channel></rss>
`;
}

/** Atom feed of the newest posts. */
export function atomFeed({ name, description, baseUrl, posts }: Feed): string {
  const entries = posts.map(
    (post) =>
      `<entry><title>${xmlText(post.title)}</title><link href="${xmlText(baseUrl + postHref(post.slug))}"/><id>urn:uuid:${post.id}</id><published>${post.published_at.toISOString()}</published><updated>${post.updated_at.toISOString()}</updated><summary>${xmlText(post.excerpt)}</summary><content type="html">${xmlText(absolute(post.content, baseUrl))}</content></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG"><title>${xmlText(`${name} blog`)}</title><subtitle>${xmlText(description)}</subtitle><link href="${xmlText(baseUrl + BLOG)}"/><link href="${xmlText(baseUrl + ATOM)}" rel="self"/><id>${xmlText(baseUrl + BLOG)}</id><updated>${lastChange(posts).toISOString()}</updated><author><name>${xmlText(name)}</name></author>${entries.join("")}</feed>
`;
}

function lastChange(posts: readonly FeedPost[]): Date {
  return new Date(Math.max(0, ...posts.map(({ updated_at }) => updated_at.getTime())));
}

/** Makes links of the shop absolute, because feed readers cannot resolve relative ones. */
function absolute(html: string, baseUrl: string): string {
  return html.replace(/(href|src)="\/(?!\/)/g, `$1="${baseUrl}/`);
}
