import { eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { ListState } from "#app/lib/list.ts";
import { nairaOf } from "#app/lib/money.ts";
import type { ExportCell } from "#app/platform/files/table-file.server.ts";
import { listBatches } from "#app/platform/list.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, product_groups, products } from "#db/schema/catalog.ts";
import { imageList } from "../rules.ts";
import { writeCategoryPath } from "../rules/category-path.ts";
import type { PRODUCTS } from "../rules/product-list.ts";
import { writeAlts, writeOptions } from "../rules/table-cells.ts";
import { productFields } from "../schema.ts";
import { productsSource } from "./admin-products.server.ts";

const parents = alias(categories, "parents");

const COLUMNS = {
  ...pickColumns(products, "id", "name", "sku", "barcode", "slug"),
  category: categories.name,
  parent: parents.name,
  ...pickColumns(products, "price_kobo", "discount_price_kobo", "price_steps", "cost_kobo", "stock_quantity", "unit"),
  ...pickColumns(products, "pieces", "larger_units", "min_order", "order_multiple", "distributor", "brand"),
  ...pickColumns(products, "weight_grams", "length_mm", "width_mm", "height_mm", "country_of_origin"),
  ...pickColumns(products, "nafdac_number", "best_before", "attributes", "featured", "best_seller", "new_arrival"),
  ...pickColumns(products, "description", "images", "image_alts", "option_values", "group_id"),
  group: product_groups.name,
  option_names: product_groups.option_names,
  mixed_price_breaks: product_groups.mixed_price_breaks,
};

type Row = Awaited<ReturnType<typeof readExportedProducts>>[number];

const nairaCell = (kobo: number | null) => (kobo === null ? null : nairaOf(kobo));

const yesNo = (is: boolean | null) => (is === null ? null : is ? "yes" : "no");

const { price_steps, larger_units, attributes } = productFields.shape;

/** Columns of the export; the import recognizes each by name, and brings a product back as it is. */
const CELLS: Record<string, (row: Row) => ExportCell> = {
  Name: (row) => row.name,
  SKU: (row) => row.sku,
  Barcode: (row) => row.barcode,
  Slug: (row) => row.slug,
  Category: (row) =>
    row.category && writeCategoryPath(row.parent === null ? [row.category] : [row.parent, row.category]),
  Price: (row) => nairaCell(row.price_kobo),
  "Discount price": (row) => nairaCell(row.discount_price_kobo),
  "Price steps": (row) => z.encode(price_steps, row.price_steps),
  Cost: (row) => nairaCell(row.cost_kobo),
  Stock: (row) => row.stock_quantity,
  Unit: (row) => row.unit,
  Pieces: (row) => row.pieces,
  "Larger units": (row) => z.encode(larger_units, row.larger_units),
  "Min order": (row) => row.min_order,
  "Order multiple": (row) => row.order_multiple,
  Distributor: (row) => row.distributor,
  Brand: (row) => row.brand,
  "Weight (g)": (row) => row.weight_grams,
  "Length (mm)": (row) => row.length_mm,
  "Width (mm)": (row) => row.width_mm,
  "Height (mm)": (row) => row.height_mm,
  "Country of origin": (row) => row.country_of_origin,
  "NAFDAC number": (row) => row.nafdac_number,
  "Best before": (row) => row.best_before,
  Facts: (row) => z.encode(attributes, row.attributes),
  Featured: (row) => yesNo(row.featured),
  "Best seller": (row) => yesNo(row.best_seller),
  "New arrival": (row) => yesNo(row.new_arrival),
  Description: (row) => row.description,
  Images: (row) => imageList(row.images).join(" "),
  "Picture texts": (row) => writeAlts(row.images, row.image_alts),
  Group: (row) => row.group,
  "Group key": (row) => row.group_id,
  Options: (row) => writeOptions(row.option_names ?? [], row.option_values),
  "Mixed price breaks": (row) => yesNo(row.mixed_price_breaks),
};

/** Products of a list state as an export table, in list order; with `withCosts` including costs. */
export function productTable(db: Db, state: ListState<typeof PRODUCTS>, withCosts: boolean) {
  const columns = Object.keys(CELLS).filter((name) => withCosts || name !== "Cost");
  async function* rows(): AsyncGenerator<ExportCell[][]> {
    const source = await productsSource(db, state);
    for await (const part of listBatches(db, state, {
      ...source,
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
    .leftJoin(parents, eq(parents.id, categories.parent_id))
    .leftJoin(product_groups, eq(product_groups.id, products.group_id))
    .where(inArray(products.id, ids));
}
