import { formatCount } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { MOST_SELECTED } from "../rules.ts";

/** Maximum number of matching orders that a bulk action counts. */
export const MOST_MATCHED = 100_000;

/** The part of a selection that an address has. */
export type OrdersPart = {
  ids: string[];
  /** The whole selection, from these orders on. */
  of: number;
  /** The filters that select the next part; null if the orders were selected one by one. */
  all: string | null;
};

/** The parameters of an address that are no state of the list. */
const OWN = ["id", "of", "all", "set"];

/** The query of a bulk action's page: at most `most` orders, in the state of the list behind it. */
export function partQuery(
  ids: readonly string[],
  { list, all, most = MOST_SELECTED }: { list: string; all: string | null; most?: number },
): URLSearchParams {
  const params = new URLSearchParams(list);
  for (const name of OWN) params.delete(name);
  for (const id of ids.slice(0, most)) params.append("id", id);
  if (ids.length > most) {
    params.set("of", String(ids.length));
    if (all !== null) params.set("all", all);
  }
  return params;
}

/** Reads `partQuery`. */
export function readPart(params: URLSearchParams, most = MOST_SELECTED): OrdersPart {
  const ids = [...new Set(params.getAll("id"))].filter(isUuid).slice(0, most);
  const of = Number(params.get("of"));
  return { ids, of: Number.isSafeInteger(of) && of > ids.length ? of : ids.length, all: params.get("all") };
}

/** The query of the list behind a bulk action's page. */
export function listBehind(params: URLSearchParams): string {
  const list = new URLSearchParams(params);
  for (const name of OWN) list.delete(name);
  return list.toString();
}

/**
 * The orders of a list after the last one that was taken before. Orders that no longer match since are not in `ids`;
 * once none of them matches, all of the list is the rest.
 */
export function afterTaken(ids: readonly string[], taken: readonly string[]): string[] {
  const before = new Set(taken);
  return ids.slice(ids.findLastIndex((id) => before.has(id)) + 1);
}

/** What a bulk action of a part says of the whole, and the label of what opens the next part; null for a whole. */
export function partText({ ids, of }: OrdersPart): { text: string; next: string } | null {
  if (of <= ids.length) return null;
  const next = Math.min(ids.length, of - ids.length);
  return {
    text: `These are ${formatCount(ids.length)} of ${formatCount(of)}${of >= MOST_MATCHED ? "+" : ""} orders: a hundred are taken at a time.`,
    next: next === 1 ? "Next order" : `Next ${formatCount(next)} orders`,
  };
}
