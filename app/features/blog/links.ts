export const BLOG = "/blog";
export const RSS = "/blog/rss.xml";
export const ATOM = "/blog/atom.xml";

export function postHref(slug: string): string {
  return `${BLOG}/${encodeURIComponent(slug)}`;
}

/** URL of a list page; the first one has no number. */
export function blogHref(page: number): string {
  return page > 1 ? `${BLOG}?page=${page}` : BLOG;
}
