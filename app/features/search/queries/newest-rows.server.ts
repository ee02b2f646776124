import { nameSlug } from "#app/features/products/links.ts";
import type { Scope } from "./filters.server.ts";
import { FLAGS } from "./product-index/indexed-product.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { betterOf } from "./select-cards.server.ts";

/**
 * Rows of the first `limit` cards of `scope`, newest first and available ones before others, that pass `test`. It reads
 * products in this order until there are enough, not all of them.
 */
export function newestRows(index: ProductIndex, scope: Scope, limit: number, test: (row: number) => boolean): number[] {
  const { table } = index;
  const isInScope = scopeTest(index, scope);
  const isBetter = betterOf(table, null, table.columns.price);
  const represents = (row: number) =>
    table.variantsOf(row).every((other) => other === row || !isInScope(other) || isBetter(row, other));
  const found: number[] = [];
  const order = index.orders.of("newest");
  for (const isFirst of [true, false]) {
    for (let at = 0; at < order.count && found.length < limit; at += 1) {
      const row = order.at(at);
      if (isInScope(row) && table.isBuyable(row) === isFirst && represents(row) && test(row)) found.push(row);
    }
  }
  return found;
}

function scopeTest({ table, categories, distributors }: ProductIndex, scope: Scope): (row: number) => boolean {
  const { columns } = table;
  const inCategory = scope.category ? categories.of(scope.category.id) : null;
  const category = scope.category?.parent_id === null ? columns.top : columns.category;
  const inDistributor = scope.distributor ? distributors.of(nameSlug(scope.distributor)) : null;
  const flag = scope.flag ? FLAGS[scope.flag] : 0;
  return (row) =>
    (inCategory === null || category[row] === inCategory) &&
    (inDistributor === null || columns.distributor[row] === inDistributor) &&
    (flag === 0 || ((columns.flags[row] ?? 0) & flag) !== 0);
}
