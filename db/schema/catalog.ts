import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Text that every database compares alike, byte by byte. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Two levels: a category with no parent is top-level, its children are sub-categories. */
export const categories = pgTable(
  "categories",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description").notNull().default(""),
    image_url: text("image_url"),
    parent_id: uuid("parent_id"),
    /** Counts edits, so that one made from an older page is noticed. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("categories_slug_key").on(t.slug),
    index("categories_parent_id_idx").on(t.parent_id, t.name),
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id], name: "categories_parent_id_fk" }),
  ],
);

/**
 * `stock_quantity` is what can still be sold: a hold takes from it, a release gives back.
 * `unit` says what one piece is ("50 kg bag"). `top_category_id` is kept by a trigger, so that
 * every listing is one index walk.
 */
export const products = pgTable(
  "products",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    /** What sorting by name goes by, whatever the case. A column, because no index of expressions is read alone. */
    sort_name: plainText("sort_name")
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    slug: text("slug").notNull(),
    description: text("description").notNull().default(""),
    category_id: uuid("category_id").references(() => categories.id, { onDelete: "set null" }),
    top_category_id: uuid("top_category_id"),
    price_kobo: bigint("price_kobo", { mode: "number" }).notNull(),
    discount_price_kobo: bigint("discount_price_kobo", { mode: "number" }),
    effective_price_kobo: bigint("effective_price_kobo", { mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(discount_price_kobo, price_kobo)`),
    min_order: integer("min_order").notNull().default(1),
    stock_quantity: integer("stock_quantity").notNull().default(0),
    /** Less in stock than one minimum order: listings show such products last. */
    unavailable: boolean("unavailable")
      .notNull()
      .generatedAlwaysAs(sql`stock_quantity < min_order`),
    unit: text("unit").notNull().default(""),
    images: jsonb("images").$type<string[]>().notNull().default([]),
    distributor: text("distributor").notNull().default(""),
    featured: boolean("featured").notNull().default(false),
    best_seller: boolean("best_seller").notNull().default(false),
    new_arrival: boolean("new_arrival").notNull().default(false),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Counts edits, so that one made from an older page is noticed; stock is no edit. */
    version: integer("version").notNull().default(1),
    updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    search: tsvector("search")
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('english', plain_letters(name || ' ' || unit)), 'A') || setweight(to_tsvector('english', plain_letters(distributor)), 'B') || setweight(to_tsvector('english', plain_letters(left(description, 5000))), 'C')`,
      ),
  },
  (t) => [
    uniqueIndex("products_slug_key").on(t.slug),
    index("products_newest_idx").on(t.unavailable, t.created_at.desc(), t.id),
    index("products_price_idx").on(t.unavailable, t.effective_price_kobo, t.id),
    index("products_name_idx").on(t.unavailable, t.sort_name, t.id),
    index("products_top_newest_idx").on(t.top_category_id, t.unavailable, t.created_at.desc(), t.id),
    index("products_top_price_idx").on(t.top_category_id, t.unavailable, t.effective_price_kobo, t.id),
    index("products_top_name_idx").on(t.top_category_id, t.unavailable, t.sort_name, t.id),
    index("products_category_newest_idx").on(t.category_id, t.unavailable, t.created_at.desc(), t.id),
    index("products_category_price_idx").on(t.category_id, t.unavailable, t.effective_price_kobo, t.id),
    index("products_category_name_idx").on(t.category_id, t.unavailable, t.sort_name, t.id),
    index("products_distributor_idx").on(t.distributor, t.unavailable, t.created_at.desc()),
    index("products_featured_idx")
      .on(t.unavailable, t.created_at.desc(), t.id)
      .where(sql`featured`),
    index("products_best_seller_idx")
      .on(t.unavailable, t.created_at.desc(), t.id)
      .where(sql`best_seller`),
    index("products_new_arrival_idx")
      .on(t.unavailable, t.created_at.desc(), t.id)
      .where(sql`new_arrival`),
    index("products_search_idx").using("gin", t.search),
    check("products_price_kobo_check", sql`price_kobo >= 0`),
    check(
      "products_discount_price_kobo_check",
      sql`discount_price_kobo is null or (discount_price_kobo >= 0 and discount_price_kobo <= price_kobo)`,
    ),
    check("products_min_order_check", sql`min_order >= 1`),
    check("products_stock_quantity_check", sql`stock_quantity >= 0`),
  ],
);

/** Every word of product names, in plain letters, with the number of products that carry it: what typing errors are corrected to. */
export const search_words = pgTable(
  "search_words",
  {
    word: text("word").primaryKey(),
    products: integer("products").notNull(),
    /** How the word sounds, roughly. */
    sound: text("sound")
      .notNull()
      .generatedAlwaysAs(sql`sound_key(word)`),
    stem: text("stem")
      .notNull()
      .generatedAlwaysAs(sql`stem_words(word)`),
  },
  (t) => [index("search_words_stem_idx").on(t.stem)],
);

/** One row for each change of names or distributors that the search words do not know yet; a trigger writes them. */
export const search_changes = pgTable("search_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
});

/** Each distributor with its number of products, and its name as suggestions compare it: lower case, plain letters. */
export const search_distributors = pgTable("search_distributors", {
  name: text("name").primaryKey(),
  plain_name: text("plain_name").notNull(),
  products: integer("products").notNull(),
});

/**
 * What shoppers say for a kind of goods: a brand or local name ("pampers") and the words that find the kind
 * ("diapers"). An empty kind marks words that name no goods ("cheap"). `stems` is what searches are compared with.
 */
export const trade_words = pgTable(
  "trade_words",
  {
    phrase: text("phrase").primaryKey(),
    kind: text("kind").notNull(),
    stems: text("stems")
      .notNull()
      .generatedAlwaysAs(sql`stem_words(phrase)`),
  },
  (t) => [uniqueIndex("trade_words_stems_key").on(t.stems)],
);
