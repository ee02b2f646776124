export type PagerItem = { page: number } | { gap: "before" | "after" };

/**
 * The items of a pager: first and last page, the current one and its neighbours, gaps between (1 2 3 ... 10). `page`
 * counts from 1. A gap never replaces a single page. One page or none gives an empty list.
 */
export function pagerItems(page: number, pages: number): PagerItem[] {
  if (pages <= 1) return [];
  const current = Math.min(Math.max(page, 1), pages);
  const from = current <= 3 ? 1 : current >= pages - 2 ? Math.max(1, pages - 2) : current - 1;
  const to = current <= 3 ? Math.min(pages, 3) : Math.min(pages, current + 1);
  const items: PagerItem[] = [];
  if (from > 1) items.push({ page: 1 });
  if (from === 3) items.push({ page: 2 });
  if (from > 3) items.push({ gap: "before" });
  for (let n = from; n <= to; n++) items.push({ page: n });
  if (to === pages - 2) items.push({ page: pages - 1 });
  if (to < pages - 2) items.push({ gap: "after" });
  if (to < pages) items.push({ page: pages });
  return items;
}
