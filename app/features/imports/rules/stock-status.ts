import { columnFinder } from "./file-format.ts";

const IN_STOCK = /^(1|yes|true|in ?stock|(on)?backorder)$/i;
const OUT_OF_STOCK = /^(0|no|false|out ?of ?stock)$/i;

/**
 * Reads rows whose stock is not counted: WooCommerce's "In stock?" without a number, Shopify's rows without an inventory
 * tracker. `read` returns the cells, with a stock of 0 for a row that is out of stock, and whether goods are in stock
 * without a count; `stock` is the column of the count.
 */
export function countRule(columns: readonly string[]) {
  const at = columnFinder(columns);
  const status = ["in stock?", "in stock", "stock status", "availability"].map(at).find((place) => place >= 0);
  const tracker = at("variant inventory tracker");
  const places = [status ?? -1, tracker].filter((place) => place >= 0);
  return {
    places,
    read(cells: readonly string[], stock: number | undefined): { cells: readonly string[]; isUncounted: boolean } {
      const isCounted = stock !== undefined && (cells[stock] ?? "").trim() !== "";
      if (isCounted || places.length === 0) return { cells, isUncounted: false };
      const said = status === undefined ? "" : (cells[status] ?? "").trim();
      if (OUT_OF_STOCK.test(said) && stock !== undefined) return { cells: cells.with(stock, "0"), isUncounted: false };
      const isUntracked = tracker >= 0 && (cells[tracker] ?? "").trim() === "";
      return { cells, isUncounted: IN_STOCK.test(said) || isUntracked };
    },
  };
}
