import { eq, inArray } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { nairaOf } from "#app/lib/money.ts";
import type { ExportCell } from "#app/platform/files/table-file.server.ts";
import { listBatches } from "#app/platform/list.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { imageList } from "../rules.ts";
import type { PRODUCTS } from "../rules/product-list.ts";
import { productsSource } from "./admin-products.server.ts";

const COLUMNS = {
  ...pickColumns(products, "id", "name", "sku", "barcode", "slug"),
  category: categories.name,
  ...pickColumns(products, "price_kobo", "discount_price_kobo", "cost_kobo", "stock_quantity", "unit"),
  ...pickColumns(products, "pieces", "min_order", "order_multiple", "distributor", "brand"),
  ...pickColumns(products, "weight_grams", "description", "images"),
};

type Row = Awaited<ReturnType<typeof readExportedProducts>>[number];

const nairaCell = (kobo: number | null) => (kobo === null ? null : nairaOf(kobo));

/** Columns of the export; the import recognizes each by name. */
const CELLS: Record<string, (row: Row) => ExportCell> = {
  Name: (row) => row.name,
  SKU: (row) => row.sku,
  Barcode: (row) => row.barcode,
  Slug: (row) => row.slug,
  Category: (row) => row.category,
  Price: (row) => nairaCell(row.price_kobo),
  "Discount price": (row) => nairaCell(row.discount_price_kobo),
  Cost: (row) => nairaCell(row.cost_kobo),
  Stock: (row) => row.stock_quantity,
  Unit: (row) => row.unit,
  Pieces: (row) => row.pieces,
  "Min order": (row) => row.min_order,
  "Order multiple": (row) => row.order_multiple,
  Distributor: (row) => row.distributor,
  Brand: (row) => row.brand,
  "Weight (g)": (row) => row.weight_grams,
  Description: (row) => row.description,
  Images: (row) => imageList(row.images).join(" "),
};

/** Products of a list state as an export table, in list order; with `withCosts` including costs. */
export function productTable(
  db: Db,
  state: ListState<typeof PRODUCTS>,
  distributors: readonly string[],
  withCosts: boolean,
) {
  const columns = Object.keys(CELLS).filter((name) => withCosts || name !== "Cost");
  async function* rows(): AsyncGenerator<ExportCell[][]> {
    for await (const part of listBatches(db, state, {
      ...productsSource(state, distributors),
      read: readExportedProducts,
    })) {
      yield part.map((row) => columns.map((name) => CELLS[name]?.(row) ?? null));
    }
  }
  return { columns, rows: rows() };
}

async function readExportedProducts(db: Tx, ids: string[]) {
  return await db
    .select(COLUMNS)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(inArray(products.id, ids));
}
