export const BLOG = "/blog";
export const RSS = "/blog/rss.xml";
export const ATOM = "/blog/atom.xml";

export function postHref(slug: string): string {
  return `${BLOG}/${encodeURIComponent(slug)}`;
}

/** The address of one page of the list; the first has no number. */
export function blogHref(page: number): string {
  return page > 1 ? `${BLOG}?page=${page}` : BLOG;
}
