import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, kobo, reference, rowNumber, uniqueWhere, version } from "./columns.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Text with byte order collation, identical in every database. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Two levels: a category with no parent is top-level, its children are sub-categories. */
export const categories = pgTable(
  "categories",
  {
    id: id(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description").notNull().default(""),
    image_url: text("image_url"),
    parent_id: uuid("parent_id"),
    /** Position among siblings; equal positions are sorted by name. */
    position: integer("position").notNull().default(0),
    /** The weight of one sold unit for products without their own; of a sub-category without it, the top category's. */
    default_weight_grams: integer("default_weight_grams"),
    version: version(),
  },
  (t) => [
    uniqueIndex("categories_slug_key").on(t.slug),
    index("categories_parent_id_idx").on(t.parent_id, t.name),
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id], name: "categories_parent_id_fk" }),
    check("categories_default_weight_check", sql`coalesce(default_weight_grams, 1) > 0`),
  ],
);

/** From `from` sold units, each costs `unit_kobo`. Steps increase in quantity and decrease in price. */
export type StoredPriceStep = { from: number; unit_kobo: number };
/** A larger unit of the product, such as a pallet: `pieces` is a multiple of the sold unit's pieces. */
export type StoredLargerUnit = { unit: string; pieces: number };
/** An additional fact of a product: "Material": "cotton". */
export type Attribute = { name: string; value: string };

/**
 * A group of variants. Each variant is its own product row; `option_names` is the order of the options. With
 * `mixed_price_breaks`, price steps count the quantities of all variants of the group.
 */
export const product_groups = pgTable(
  "product_groups",
  {
    id: id(),
    name: text("name").notNull(),
    option_names: jsonb("option_names").$type<string[]>().notNull(),
    mixed_price_breaks: boolean("mixed_price_breaks").notNull().default(false),
    created_at: insertTime("created_at"),
    version: version(),
  },
  () => [check("product_groups_option_names_check", sql`option_names_valid(option_names)`)],
);

/** The part of all products that is in the sample of the search. */
export const SEARCH_SAMPLE_SHARE = 1 / 16;
/** Whether a product is in the sample: an id tells nothing else of it. */
export const IN_SEARCH_SAMPLE = sql`get_byte(uuid_send(id), 15) < 16`;

/**
 * `stock_quantity` is what can still be sold, in sold units: a hold subtracts, a release adds. `unit` is the sold
 * unit's name ("carton"), `pieces` its content. Quantities are `min_order` plus whole `order_multiple`s. A trigger
 * writes `top_category_id`, so that every listing is one index scan.
 */
export const products = pgTable(
  "products",
  {
    id: id(),
    name: text("name").notNull(),
    /** The case-insensitive sort key of the name. A column, because expression indexes allow no index-only scan. */
    sort_name: bytewiseText("sort_name")
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    slug: text("slug").notNull(),
    description: text("description").notNull().default(""),
    category_id: reference("category_id", () => categories.id, "set null"),
    top_category_id: uuid("top_category_id"),
    price_kobo: kobo("price_kobo").notNull(),
    discount_price_kobo: kobo("discount_price_kobo"),
    effective_price_kobo: kobo("effective_price_kobo")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(discount_price_kobo, price_kobo)`),
    min_order: integer("min_order").notNull().default(1),
    stock_quantity: integer("stock_quantity").notNull().default(0),
    /** Stock below the minimum order: listings show such products last. */
    unavailable: boolean("unavailable")
      .notNull()
      .generatedAlwaysAs(sql`stock_quantity < min_order`),
    unit: text("unit").notNull().default(""),
    order_multiple: integer("order_multiple").notNull().default(1),
    pieces: integer("pieces").notNull().default(1),
    /** At the minimum order, for comparing units of different size. */
    piece_price_kobo: kobo("piece_price_kobo")
      .notNull()
      .generatedAlwaysAs(sql`round(coalesce(discount_price_kobo, price_kobo)::numeric / pieces)`),
    price_steps: jsonb("price_steps").$type<StoredPriceStep[]>().notNull().default([]),
    larger_units: jsonb("larger_units").$type<StoredLargerUnit[]>().notNull().default([]),
    /** Cost price of one sold unit; visible to admins only. */
    cost_kobo: kobo("cost_kobo"),
    group_id: reference("group_id", () => product_groups.id, "set null"),
    option_values: jsonb("option_values").$type<Record<string, string>>().notNull().default({}),
    brand: text("brand").notNull().default(""),
    sku: text("sku"),
    /** GTIN of 8, 12, 13 or 14 digits. */
    barcode: text("barcode"),
    weight_grams: integer("weight_grams"),
    length_mm: integer("length_mm"),
    width_mm: integer("width_mm"),
    height_mm: integer("height_mm"),
    /** ISO 3166-1 alpha-2. */
    country_of_origin: text("country_of_origin"),
    nafdac_number: text("nafdac_number"),
    best_before: date("best_before"),
    attributes: jsonb("attributes").$type<Attribute[]>().notNull().default([]),
    images: jsonb("images").$type<string[]>().notNull().default([]),
    /** Alternative texts of pictures, by address. Texts of other addresses are ignored. */
    image_alts: jsonb("image_alts").$type<Record<string, string>>().notNull().default({}),
    distributor: text("distributor").notNull().default(""),
    featured: boolean("featured").notNull().default(false),
    best_seller: boolean("best_seller").notNull().default(false),
    new_arrival: boolean("new_arrival").notNull().default(false),
    created_at: insertTime("created_at"),
    /** Incremented by edits, to detect edits from an outdated page; stock changes do not count. */
    version: version(),
    updated_at: insertTime("updated_at"),
    search: tsvector("search")
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('english', plain_letters(name || ' ' || unit)), 'A') || setweight(to_tsvector('english', plain_letters(distributor || ' ' || brand)), 'B') || setweight(to_tsvector('english', plain_letters(left(description, 5000))), 'C')`,
      ),
  },
  (t) => [
    uniqueIndex("products_slug_key").on(t.slug),
    index("products_created_at_idx").on(t.created_at, t.id),
    index("products_effective_price_idx").on(t.effective_price_kobo, t.id),
    index("products_sort_name_idx").on(t.sort_name, t.id),
    // The filters of the admin list that few products may match.
    indexWhere("products_discount_idx", sql`discount_price_kobo is not null`, t.created_at, t.id),
    indexWhere("products_price_steps_idx", sql`price_steps <> '[]'`, t.created_at, t.id),
    indexWhere("products_no_picture_idx", sql`images = '[]'`, t.created_at, t.id),
    indexWhere("products_no_category_idx", sql`category_id is null`, t.created_at, t.id),
    // The admin list within a category, by each of its sorts.
    index("products_top_created_at_idx").on(t.top_category_id, t.created_at, t.id),
    index("products_top_effective_price_idx").on(t.top_category_id, t.effective_price_kobo, t.id),
    index("products_top_sort_name_idx").on(t.top_category_id, t.sort_name, t.id),
    index("products_category_created_at_idx").on(t.category_id, t.created_at, t.id),
    index("products_category_effective_price_idx").on(t.category_id, t.effective_price_kobo, t.id),
    index("products_category_sort_name_idx").on(t.category_id, t.sort_name, t.id),
    index("products_distributor_created_at_idx").on(t.distributor, t.created_at, t.id),
    indexWhere("products_featured_created_at_idx", sql`featured`, t.created_at, t.id),
    indexWhere("products_best_seller_created_at_idx", sql`best_seller`, t.created_at, t.id),
    indexWhere("products_new_arrival_created_at_idx", sql`new_arrival`, t.created_at, t.id),
    index("products_search_idx").using("gin", t.search),
    index("products_search_sample_idx").using("gin", t.search).where(IN_SEARCH_SAMPLE),
    index("products_group_id_idx").on(t.group_id),
    uniqueIndex("products_sku_key").on(sql`lower(sku)`),
    // Serves prefixes, which an index in the order of a language does not.
    index("products_sku_prefix_idx").on(sql`lower(sku) text_pattern_ops`),
    index("products_barcode_idx").on(t.barcode),
    uniqueWhere("products_option_values_key", sql`group_id is not null`, t.group_id, t.option_values),
    check("products_price_kobo_check", sql`price_kobo >= 0`),
    check(
      "products_discount_price_kobo_check",
      sql`discount_price_kobo is null or (discount_price_kobo >= 0 and discount_price_kobo <= price_kobo)`,
    ),
    check("products_min_order_check", sql`min_order >= 1`),
    check("products_stock_quantity_check", sql`stock_quantity >= 0`),
    check("products_order_multiple_check", sql`order_multiple >= 1 and min_order % order_multiple = 0`),
    check("products_pieces_check", sql`pieces >= 1`),
    check(
      "products_price_steps_check",
      sql`price_steps = '[]' or price_steps_valid(price_steps, min_order, coalesce(discount_price_kobo, price_kobo))`,
    ),
    check("products_larger_units_check", sql`larger_units = '[]' or larger_units_valid(larger_units, pieces)`),
    check("products_option_values_check", sql`option_values = '{}' or option_values_valid(option_values)`),
    check("products_attributes_check", sql`attributes = '[]' or attributes_valid(attributes)`),
    check("products_barcode_check", sql`barcode is null or gtin_valid(barcode)`),
    check("products_cost_kobo_check", sql`cost_kobo is null or cost_kobo >= 0`),
    check(
      "products_sizes_check",
      sql`coalesce(weight_grams, 1) > 0 and coalesce(length_mm, 1) > 0 and coalesce(width_mm, 1) > 0 and coalesce(height_mm, 1) > 0`,
    ),
    check("products_country_of_origin_check", sql`country_of_origin is null or country_of_origin ~ '^[A-Z]{2}$'`),
  ],
);

/**
 * The stock of each product for sorting and filtering, written by a trigger: an index on a column of `products` that
 * each hold changes would make the hold write all indexes of the product.
 */
export const product_stock = pgTable(
  "product_stock",
  {
    /** Not a reference: its checks would cost the writers of products more than the rows. */
    product_id: uuid("product_id").primaryKey(),
    quantity: integer("quantity").notNull(),
    /** At most `LOW_STOCK`, or less than the minimum order. */
    is_low: boolean("is_low").notNull(),
  },
  (t) => [
    index("product_stock_quantity_idx").on(t.quantity, t.product_id),
    indexWhere("product_stock_low_idx", sql`is_low`, t.quantity, t.product_id),
  ],
);

/** The number of products, written by triggers: the sum of all slots, so that writers do not wait for each other. */
export const product_totals = pgTable("product_totals", {
  slot: integer("slot").primaryKey(),
  products: integer("products").notNull(),
});

/**
 * Every word of product names without diacritics, with its number of products: the dictionary for spelling correction.
 */
export const search_words = pgTable(
  "search_words",
  {
    word: text("word").primaryKey(),
    products: integer("products").notNull(),
    /** A phonetic key of the word. */
    sound: text("sound")
      .notNull()
      .generatedAlwaysAs(sql`sound_key(word)`),
    stem: text("stem")
      .notNull()
      .generatedAlwaysAs(sql`stem_words(word)`),
  },
  (t) => [index("search_words_stem_idx").on(t.stem)],
);

/**
 * Changes of names and distributors that are not yet in the search words, written by triggers: null before an insert and
 * after a deletion. A row of nulls asks for all products to be counted.
 */
export const search_changes = pgTable("search_changes", {
  id: rowNumber(),
  name_before: text("name_before"),
  name_after: text("name_after"),
  distributor_before: text("distributor_before"),
  distributor_after: text("distributor_after"),
});

/** Each distributor with its number of products, and its name for matching suggestions: lower case, no diacritics. */
export const search_distributors = pgTable("search_distributors", {
  name: text("name").primaryKey(),
  plain_name: text("plain_name").notNull(),
  products: integer("products").notNull(),
});

/**
 * Maps a brand or local name ("pampers") to the words that find its kind of product ("diapers"). An empty kind marks
 * words that name no product ("cheap"). Searches are matched with `stems`.
 */
export const synonyms = pgTable(
  "synonyms",
  {
    phrase: text("phrase").primaryKey(),
    kind: text("kind").notNull(),
    /** Slug of the category that is offered when nothing is found; empty for none. */
    shelf: text("shelf").notNull().default(""),
    stems: text("stems")
      .notNull()
      .generatedAlwaysAs(sql`stem_words(phrase)`),
  },
  (t) => [uniqueIndex("synonyms_stems_key").on(t.stems)],
);
