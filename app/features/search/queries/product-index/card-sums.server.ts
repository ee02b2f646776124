import type { ProductTable } from "./index-table.server.ts";

/** Minimum orders offered as upper bound. */
export const ORDER_BOUNDS = [1, 5, 10, 20, 50, 100] as const;

/** By minimum order, the first bound that keeps it; the last one stands for all above the bounds. */
const BOUND_OF = Uint8Array.from({ length: ORDER_BOUNDS[5] + 2 }, (_, least) => {
  const bound = ORDER_BOUNDS.findIndex((most) => least <= most);
  return bound < 0 ? ORDER_BOUNDS.length : bound;
});

/** Rows of products alone, and rows of groups, those of a group beside each other. */
export type Counted = { alone: Int32Array; grouped: Int32Array };

/** Adds `sign` to `sums` for each code of a card's variants, which counts once. */
export function addCodes(
  sums: Int32Array,
  { alone, grouped }: Counted,
  column: Int32Array,
  group: Int32Array,
  sign: number,
) {
  for (let at = 0; at < alone.length; at += 1) {
    const code = column[alone[at] ?? 0] ?? -1;
    if (code >= 0) sums[code] = (sums[code] ?? 0) + sign;
  }
  let [lastCard, lastCode] = [-1, -1];
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    const [card, code] = [group[row] ?? -1, column[row] ?? -1];
    if (card === lastCard && code === lastCode) continue;
    [lastCard, lastCode] = [card, code];
    if (code < 0) continue;
    let other = at - 1;
    while (other >= 0 && group[grouped[other] ?? 0] === card && column[grouped[other] ?? 0] !== code) other -= 1;
    if (other < 0 || group[grouped[other] ?? 0] !== card) sums[code] = (sums[code] ?? 0) + sign;
  }
}

/** Adds `sign` to `sums` for each option of a card's variants, which counts once. */
export function addOptions(sums: Int32Array, { alone, grouped }: Counted, table: ProductTable, sign: number) {
  const { group } = table.columns;
  /** The last group that counted for each code. */
  const last = new Int32Array(sums.length).fill(-1);
  for (const rows of [alone, grouped]) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const card = group[row] ?? -1;
      for (const code of table.optionsOf(row)) {
        if (card >= 0 && last[code] === card) continue;
        last[code] = card;
        sums[code] = (sums[code] ?? 0) + sign;
      }
    }
  }
}

/** Adds `sign` to `sums` for the bits that a card's variants have together. */
export function addFlags(sums: Int32Array, { alone, grouped }: Counted, { columns }: ProductTable, sign: number) {
  const { flags, group } = columns;
  for (let at = 0; at < alone.length; at += 1) {
    const bits = flags[alone[at] ?? 0] ?? 0;
    sums[bits] = (sums[bits] ?? 0) + sign;
  }
  for (let at = 0; at < grouped.length;) {
    const card = group[grouped[at] ?? 0];
    let bits = 0;
    for (; at < grouped.length && group[grouped[at] ?? 0] === card; at += 1) bits |= flags[grouped[at] ?? 0] ?? 0;
    sums[bits] = (sums[bits] ?? 0) + sign;
  }
}

/** Adds `sign` to `sums` for the first bound that a card's smallest minimum order keeps to. */
export function addOrders(sums: Int32Array, { alone, grouped }: Counted, { columns }: ProductTable, sign: number) {
  const { minOrder, group } = columns;
  const add = (least: number) => {
    const bound = BOUND_OF[Math.min(least, BOUND_OF.length - 1)] ?? 0;
    sums[bound] = (sums[bound] ?? 0) + sign;
  };
  for (let at = 0; at < alone.length; at += 1) add(minOrder[alone[at] ?? 0] ?? 0);
  for (let at = 0; at < grouped.length;) {
    const card = group[grouped[at] ?? 0];
    let least = Infinity;
    for (; at < grouped.length && group[grouped[at] ?? 0] === card; at += 1) {
      least = Math.min(least, minOrder[grouped[at] ?? 0] ?? 0);
    }
    add(least);
  }
}
