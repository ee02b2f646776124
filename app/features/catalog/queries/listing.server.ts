import { and, eq, gte, lte, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { isCrossed, orderOf, type ListingState, type Sort } from "../links.ts";
import { type CategoryLink, type Flag, type ProductTile, tilesByIds } from "../queries.server.ts";
import { cappedTotal, COUNT_CAP, PAGE_SIZE, pageCount, type Total } from "../rules.ts";
import { categoryChoices, categoryCounts } from "./counts.server.ts";
import { searchIds } from "./search.server.ts";

/**
 * One page of a listing. `beyond` says that the asked page lies after the last one. `corrected` is the text that was
 * searched instead of the typed one, `asTyped` whether that finds something too; `partial` says that results carry only
 * some of the words, `mentioned` that only descriptions have them.
 */
export type Listing = {
  products: ProductTile[];
  total: Total;
  page: number;
  pages: number;
  beyond: boolean;
  corrected: string | null;
  asTyped: boolean;
  partial: boolean;
  mentioned: boolean;
};

type Walk = { forward: SQL; backward: SQL };

/** Each sort is one index walk; `backward` is the same walk from its other end. */
const WALKS: Record<Sort, Walk> = {
  newest: {
    forward: sql`created_at desc nulls last, id`,
    backward: sql`created_at asc nulls first, id desc`,
  },
  "price-asc": {
    forward: sql`effective_price_kobo, id`,
    backward: sql`effective_price_kobo desc, id desc`,
  },
  "price-desc": {
    forward: sql`effective_price_kobo desc, id desc`,
    backward: sql`effective_price_kobo, id`,
  },
  "name-asc": { forward: sql`sort_name, id`, backward: sql`sort_name desc, id desc` },
  "name-desc": { forward: sql`sort_name desc, id desc`, backward: sql`sort_name, id` },
};

/**
 * One page of all products or of one category. The category comes as a row, so that an unknown slug is the caller's
 * business; `state.category` is not read here.
 */
export async function listProducts(db: Tx, state: ListingState, category: CategoryLink | null): Promise<Listing> {
  const order = orderOf(state);
  const filter = filterOf(state, category);
  if (isCrossed(state)) {
    return pageOf(db, state.page, { count: 0, capped: false }, []);
  }
  if (state.search !== "") {
    const offset = (state.page - 1) * PAGE_SIZE;
    const walk = order === "best-match" ? null : WALKS[order].forward;
    const found = await searchIds(db, {
      text: state.search,
      exact: state.exact,
      filter,
      walk,
      offset,
      limit: PAGE_SIZE,
    });
    return pageOf(db, state.page, found.total, found.ids, found);
  }
  const walk = WALKS[state.sort ?? "newest"];
  if (state.minPrice === null && state.maxPrice === null) {
    const counts = await categoryCounts(db);
    const count = category ? (counts.categories.get(category.id) ?? 0) : counts.all;
    return pageOf(db, state.page, { count, capped: false }, await walkIds(db, filter, walk, state.page, count));
  }
  const total = await cappedCount(db, filter);
  return pageOf(db, state.page, total, await walkIds(db, filter, walk, state.page, total.count, total.capped));
}

/** One page of the featured products, best sellers or new arrivals, newest first. */
export async function listFlagged(db: Tx, flag: Flag, page: number): Promise<Listing> {
  const count = (await categoryCounts(db)).flags[flag];
  const filter = sql`${products[flag]}`;
  return pageOf(db, page, { count, capped: false }, await walkIds(db, filter, WALKS.newest, page, count));
}

/** What a listing page needs besides its products: the category filter and the number of all products. */
export async function listingPage(
  db: Tx,
  state: ListingState,
  category: CategoryLink | null,
  tree: readonly CategoryLink[],
) {
  const [listing, counts] = await Promise.all([listProducts(db, state, category), categoryCounts(db)]);
  return { listing, choices: categoryChoices(tree, counts, category), all: counts.all };
}

function filterOf(state: ListingState, category: CategoryLink | null): SQL {
  const ofCategory = category
    ? eq(category.parent_id === null ? products.top_category_id : products.category_id, category.id)
    : undefined;
  const from = state.minPrice === null ? undefined : gte(products.effective_price_kobo, state.minPrice);
  const to = state.maxPrice === null ? undefined : lte(products.effective_price_kobo, state.maxPrice);
  return and(ofCategory, from, to) ?? sql`true`;
}

async function cappedCount(db: Tx, filter: SQL): Promise<Total> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from products where ${filter} limit ${COUNT_CAP + 1}) counted`,
  );
  return cappedTotal(rows[0]?.n ?? 0);
}

/**
 * Ids of one page from the index alone: first the walk of what can be bought, then that of the rest. Pages of the
 * second half are walked from the end, so that no page skips more than half of the listing; a capped total says nothing
 * about where the end is.
 */
async function walkIds(db: Tx, filter: SQL, walk: Walk, page: number, count: number, capped = false) {
  const offset = (page - 1) * PAGE_SIZE;
  const limit = Math.min(PAGE_SIZE, count - offset);
  if (limit <= 0) return [];
  const fromEnd = count - offset - limit;
  const backwards = !capped && fromEnd < offset;
  const order = backwards ? walk.backward : walk.forward;
  const part = (unavailable: boolean) =>
    sql`(select id from products where ${filter} and unavailable = ${unavailable} order by ${order})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    ${part(backwards)} union all ${part(!backwards)} limit ${limit} offset ${backwards ? fromEnd : offset}`);
  const ids = rows.map((row) => row.id);
  return backwards ? ids.reverse() : ids;
}

const NOT_SEARCHED = { corrected: null, asTyped: true, partial: false, mentioned: false };

async function pageOf(
  db: Tx,
  page: number,
  total: Total,
  ids: string[],
  searched: Pick<Listing, "corrected" | "asTyped" | "partial" | "mentioned"> = NOT_SEARCHED,
): Promise<Listing> {
  const pages = pageCount(total.count);
  const { corrected, asTyped, partial, mentioned } = searched;
  const said = { corrected, asTyped, partial, mentioned };
  const tiles = await tilesByIds(db, ids);
  return { products: tiles, total, page, pages, beyond: page > pages, ...said };
}
