import { isUuid } from "./uuid.ts";
import { listPageNumber } from "./whole-numbers.ts";

/**
 * A filter of a list, a named parameter of its address. "choice" takes one of `options`; "reference" an id or slug with
 * options from the page; "date" a day in Lagos (2026-11-22).
 */
export type ListFilter =
  | { kind: "choice"; label: string; options: readonly { value: string; label: string }[] }
  | { kind: "reference" | "date"; label: string };

/** A cell's place in the card of a row below 640 px: three lines, of which the last has the controls. */
export type CardPlace = "top" | "top-end" | "middle" | "middle-end" | "bottom" | "bottom-end" | "hidden";

/**
 * A column of the table. `sort` is the sort of its heading; numbers and amounts are right-aligned. A list whose columns
 * have no `card` shows each on a line with its label.
 */
export type Column = { label: string; sort?: string; align?: "end"; card?: CardPlace; className?: string };

/** The rows of a page, and what its pager says. */
export type ListPage<Row> = {
  rows: Row[];
  /** From 1; with `isOpen` also from -1, the last one, down to -`pages`, counted from the end. */
  page: number;
  pages: number;
  /** Whether there are pages between the first `pages` and as many last ones. */
  isOpen: boolean;
  /** The number of matches; with `isMore` at least that many. */
  total: number;
  isMore: boolean;
};

/** A declared admin list, used by page, pager, counts, export, bulk actions and saved views. */
export type ListSpec = {
  name: string;
  /** The list's address; records are below it. */
  path: string;
  /** The plural of the records in lower case: "orders". */
  noun: string;
  /** The label of the search box ("Search by order ID, customer name or email"); null for none. */
  search: string | null;
  filters: Readonly<Record<string, ListFilter>>;
  columns: Readonly<Record<string, Column>>;
  /** Sorts by name with their label; `sort` is the default, with "-" for descending. */
  sorts: Readonly<Record<string, string>>;
  sort: string;
  /** Rows of a page, if not the smallest size. */
  size?: (typeof PAGE_SIZES)[number];
};

export type FilterName<Spec extends ListSpec> = keyof Spec["filters"] & string;

/** A saved view as stored: `query` is a list's query string. */
export type View = { id: string; name: string; query: string };

/** The state of a list. `filters` contains only active ones. */
export type ListState<Spec extends ListSpec = ListSpec> = {
  q: string;
  filters: Partial<Record<FilterName<Spec>, string>>;
  sort: string;
  /** From 1; from -1, the last one, downwards counted from the end. */
  page: number;
  size: number;
  /** The saved view that this state is based on. */
  view: View | null;
};

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const MAX_SEARCH = 100;
/** Reserved parameter names. */
const OWN = ["q", "sort", "page", "size", "view"];

/** Declares a list; throws at module load if its parts are inconsistent. */
export function defineList<const Spec extends ListSpec>(spec: Spec): Spec {
  const taken = Object.keys(spec.filters).find((name) => OWN.includes(name));
  if (taken) throw new Error(`List ${spec.name}: a filter cannot be called ${taken}.`);
  const sorts = [spec.sort.replace(/^-/, ""), ...Object.values(spec.columns).flatMap(({ sort }) => sort ?? [])];
  const unknown = sorts.find((name) => !Object.hasOwn(spec.sorts, name));
  if (unknown) throw new Error(`List ${spec.name}: there is no sort ${unknown}.`);
  return spec;
}

/**
 * Parses a list's address. Unknown or invalid parameters are dropped. Parameters override those of `view`, and an empty
 * one removes the view's.
 */
export function readList<Spec extends ListSpec>(
  spec: Spec,
  params: URLSearchParams,
  view: View | null = null,
): ListState<Spec> {
  const all = new URLSearchParams(view?.query ?? "");
  for (const [name, value] of params) all.set(name, value);
  const state: ListState<Spec> = { q: "", filters: {}, sort: spec.sort, page: 1, size: pageSize(spec), view };
  if (spec.search !== null) state.q = printable(all.get("q") ?? "");
  for (const name of Object.keys(spec.filters) as FilterName<Spec>[]) {
    const value = printable(all.get(name) ?? "");
    if (value !== "" && fits(spec.filters[name] as ListFilter, value)) state.filters[name] = value;
  }
  const sort = all.get("sort") ?? "";
  if (Object.hasOwn(spec.sorts, sort.replace(/^-/, ""))) state.sort = sort;
  state.page = listPageNumber(all);
  state.size = PAGE_SIZES.find((size) => String(size) === all.get("size")) ?? state.size;
  return state;
}

function fits(filter: ListFilter, value: string): boolean {
  if (filter.kind === "choice") return filter.options.some((option) => option.value === value);
  if (filter.kind === "date") return isDay(value);
  return isUuid(value) || /^[\w.@+-]{1,120}$/.test(value);
}

/** The number of rows on a page of a list, unless its address has another. */
export function pageSize({ size }: ListSpec): number {
  return size ?? PAGE_SIZES[0];
}

/** A valid calendar day: Date would accept February 31 as March 3. */
function isDay(text: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** One line without control characters or lone surrogates, cut to the maximum length of a search. */
function printable(text: string): string {
  const line = text.slice(0, 2_000).toWellFormed();
  return line
    .replace(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, MAX_SEARCH)
    .trim();
}

type ListChange<Spec extends ListSpec> = Partial<Omit<ListState<Spec>, "filters">> & {
  filters?: { [Name in FilterName<Spec>]?: string | null };
};

/** The state with a change; it starts at the first page unless the change has one. */
export function changeList<Spec extends ListSpec>(state: ListState<Spec>, change: ListChange<Spec>): ListState<Spec> {
  const { filters: changed = {}, ...rest } = change;
  const filters: ListState<Spec>["filters"] = { ...state.filters };
  for (const [name, value] of Object.entries(changed) as [FilterName<Spec>, string | null][]) {
    if (value) filters[name] = value;
    else delete filters[name];
  }
  return { ...state, page: 1, ...rest, filters };
}

/** The query string of a state, without defaults and, in a view, without the view's values. */
export function listQuery<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>): string {
  const own = paramsOf(spec, state);
  if (!state.view) return own.toString();
  const base = paramsOf(spec, readList(spec, new URLSearchParams(state.view.query)));
  const query = new URLSearchParams({ view: state.view.id });
  for (const name of new Set([...base.keys(), ...own.keys()])) {
    if (own.get(name) !== base.get(name)) query.set(name, own.get(name) ?? (name === "sort" ? spec.sort : ""));
  }
  return query.toString();
}

/** The part of a state that a saved view stores: without the page and without another view. */
export function viewQuery<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>): string {
  return paramsOf(spec, { ...state, page: 1, view: null }).toString();
}

function paramsOf<Spec extends ListSpec>(spec: Spec, { q, filters, sort, page, size }: ListState<Spec>) {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  for (const name of Object.keys(spec.filters) as FilterName<Spec>[]) {
    const value = filters[name];
    if (value) params.set(name, value);
  }
  if (sort !== spec.sort) params.set("sort", sort);
  if (size !== pageSize(spec)) params.set("size", String(size));
  if (page !== 1) params.set("page", String(page));
  return params;
}

/** The address of a list in this state, with an optional change. */
export function listHref<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>, change?: ListChange<Spec>): string {
  return withQuery(spec.path, listQuery(spec, change ? changeList(state, change) : state));
}

/** The address of a record ("new", an id, or a path below it), including the list state it was opened from. */
export function recordHref<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>, record: string): string {
  return withQuery(`${spec.path}/${record}`, listQuery(spec, state));
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** The number of active filters, including the search. */
export function narrowed({ q, filters }: ListState): number {
  return Object.keys(filters).length + (q ? 1 : 0);
}

/** The target of a bulk action: the selected rows, or all matches of the list's filters. */
export type Selection<Spec extends ListSpec> = { ids: string[] } | { all: ListState<Spec> };

/** Parses the rows of a bulk form; invalid ids are dropped. */
export function readSelection<Spec extends ListSpec>(
  spec: Spec,
  form: Pick<URLSearchParams | FormData, "get" | "getAll">,
): Selection<Spec> {
  const query = form.get("query");
  if (form.get("all") === "1" && typeof query === "string") return { all: readList(spec, new URLSearchParams(query)) };
  return { ids: [...new Set(form.getAll("id").map(String).filter(isUuid))] };
}
