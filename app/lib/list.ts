import { isUuid } from "./uuid.ts";

/**
 * A filter of a list, one named parameter of its address. "choice" takes one of `options`; "reference" an id or slug
 * whose options the page brings; "date" a day in Lagos (2026-11-22); "amount" naira as typed; "flag" is on or not there.
 */
export type Filter =
  | { kind: "choice"; label: string; options: readonly { value: string; label: string }[] }
  | { kind: "reference" | "date" | "amount" | "flag"; label: string };

/** A column of the table. `sort` names the sort that its heading offers; numbers and amounts stand at the end. */
export type Column = { label: string; sort?: string; align?: "end"; className?: string };

/** A list of the back office, declared once: page, pager, counts, export, bulk actions and saved views read this. */
export type ListSpec = {
  name: string;
  /** Address of the list; records stand below it. */
  path: string;
  /** What is listed, in the plural and lower case: "orders". */
  noun: string;
  /** What the search box looks in ("Search by order ID, customer name or email"); null for none. */
  search: string | null;
  filters: Readonly<Record<string, Filter>>;
  columns: Readonly<Record<string, Column>>;
  /** Sorts by name with their label; `sort` is the one that counts unless asked otherwise, "-" before it is descending. */
  sorts: Readonly<Record<string, string>>;
  sort: string;
};

export type FilterName<Spec extends ListSpec> = keyof Spec["filters"] & string;

/** A saved view as its row holds it: `query` is a list's query string. */
export type View = { id: string; name: string; query: string };

/** What a list shows. `filters` has only those that are set. */
export type ListState<Spec extends ListSpec = ListSpec> = {
  q: string;
  filters: Partial<Record<FilterName<Spec>, string>>;
  sort: string;
  page: number;
  size: number;
  /** The saved view that this state begins from. */
  view: View | null;
};

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const MAX_SEARCH = 100;
const MAX_PAGE = 1_000_000;
/** Names that no filter may take. */
const OWN = ["q", "sort", "page", "size", "view"];

/** Declares a list; throws where its parts do not fit, when the module is loaded. */
export function defineList<const Spec extends ListSpec>(spec: Spec): Spec {
  const taken = Object.keys(spec.filters).find((name) => OWN.includes(name));
  if (taken) throw new Error(`List ${spec.name}: a filter cannot be called ${taken}.`);
  const sorts = [spec.sort.replace(/^-/, ""), ...Object.values(spec.columns).flatMap(({ sort }) => sort ?? [])];
  const unknown = sorts.find((name) => !Object.hasOwn(spec.sorts, name));
  if (unknown) throw new Error(`List ${spec.name}: there is no sort ${unknown}.`);
  return spec;
}

/**
 * Reads a list's address. What is unknown or makes no sense is dropped. Parameters override those of `view`, and an
 * empty one takes the view's away.
 */
export function readList<Spec extends ListSpec>(
  spec: Spec,
  params: URLSearchParams,
  view: View | null = null,
): ListState<Spec> {
  const all = new URLSearchParams(view?.query ?? "");
  for (const [name, value] of params) all.set(name, value);
  const state: ListState<Spec> = { q: "", filters: {}, sort: spec.sort, page: 1, size: PAGE_SIZES[0], view };
  if (spec.search !== null) state.q = printable(all.get("q") ?? "");
  for (const name of Object.keys(spec.filters) as FilterName<Spec>[]) {
    const value = printable(all.get(name) ?? "");
    if (value !== "" && fits(spec.filters[name] as Filter, value)) state.filters[name] = value;
  }
  const sort = all.get("sort") ?? "";
  if (Object.hasOwn(spec.sorts, sort.replace(/^-/, ""))) state.sort = sort;
  const page = Number(all.get("page"));
  if (Number.isInteger(page) && page >= 1 && page <= MAX_PAGE) state.page = page;
  state.size = PAGE_SIZES.find((size) => String(size) === all.get("size")) ?? state.size;
  return state;
}

function fits(filter: Filter, value: string): boolean {
  if (filter.kind === "choice") return filter.options.some((option) => option.value === value);
  if (filter.kind === "flag") return value === "1";
  if (filter.kind === "date") return isDay(value);
  if (filter.kind === "amount") return /^₦?[\d,]{1,15}(\.\d{1,2})?$/.test(value);
  return isUuid(value) || /^[\w.@+-]{1,120}$/.test(value);
}

/** A day that the calendar has: February 31 is none, which Date takes for March 3. */
function isDay(text: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** One line without control characters or lone surrogates, at most as long as a search may be. */
function printable(text: string): string {
  const line = text.slice(0, 2_000).toWellFormed();
  return line
    .replace(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, MAX_SEARCH)
    .trim();
}

type Change<Spec extends ListSpec> = Partial<Omit<ListState<Spec>, "filters">> & {
  filters?: { [Name in FilterName<Spec>]?: string | null };
};

/** The state with a change; whatever changes, it begins at the first page unless one is named. */
export function changeList<Spec extends ListSpec>(state: ListState<Spec>, change: Change<Spec>): ListState<Spec> {
  const { filters: changed = {}, ...rest } = change;
  const filters: ListState<Spec>["filters"] = { ...state.filters };
  for (const [name, value] of Object.entries(changed) as [FilterName<Spec>, string | null][]) {
    if (value) filters[name] = value;
    else delete filters[name];
  }
  return { ...state, page: 1, ...rest, filters };
}

/** The query string of a state, without what goes without saying and, in a view, without what the view says. */
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

/** What a saved view keeps of a state: all but the page, and of no other view. */
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
  if (size !== PAGE_SIZES[0]) params.set("size", String(size));
  if (page > 1) params.set("page", String(page));
  return params;
}

/** The address of a list in this state, with a change when one is given. */
export function listHref<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>, change?: Change<Spec>): string {
  return withQuery(spec.path, listQuery(spec, change ? changeList(state, change) : state));
}

/** The address of a record ("new", an id, or a path below it), which carries the list that it was opened from. */
export function recordHref<Spec extends ListSpec>(spec: Spec, state: ListState<Spec>, record: string): string {
  return withQuery(`${spec.path}/${record}`, listQuery(spec, state));
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** How many filters are set, the search among them. */
export function narrowed({ q, filters }: ListState): number {
  return Object.keys(filters).length + (q ? 1 : 0);
}

/** What a bulk action is for: the ticked rows, or everything that matched the list when it was asked for. */
export type Selection<Spec extends ListSpec> = { ids: string[] } | { all: ListState<Spec> };

/** Reads the rows of a bulk form; ids that can be none are dropped. */
export function readSelection<Spec extends ListSpec>(
  spec: Spec,
  form: Pick<URLSearchParams | FormData, "get" | "getAll">,
): Selection<Spec> {
  const query = form.get("query");
  if (form.get("all") === "1" && typeof query === "string") return { all: readList(spec, new URLSearchParams(query)) };
  return { ids: [...new Set(form.getAll("id").map(String).filter(isUuid))] };
}
