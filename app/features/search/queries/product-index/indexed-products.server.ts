import { Codes, Spellings } from "./codes.server.ts";
import { ProductTable } from "./index-table.server.ts";
import { RowBuffer } from "./row-buffer.server.ts";
import { SortOrders } from "./sort-orders.server.ts";

/** The stored part of an index: products in rows, their orders and the codes of their values. */
export class IndexedProducts {
  readonly categories = new Codes();
  readonly distributors = new Codes();
  readonly distributorSpellings = new Spellings(this.distributors);
  readonly brands = new Codes();
  readonly options = new Codes();
  readonly table = new ProductTable();
  readonly orders = new SortOrders(this.table);
  /** Where passes over many rows write. */
  readonly buffers = {
    passing: new RowBuffer(),
    divided: new RowBuffer(),
    sorted: new RowBuffer(),
    before: new RowBuffer(),
    after: new RowBuffer(),
  };
}
