import { customType, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { runs } from "./runs.ts";

const bytes = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
});

/** An uploaded price list. `columns` is empty until the file is parsed; `run_id` is the run of its latest preview. */
export const import_files = pgTable(
  "import_files",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    content: bytes("content").notNull(),
    columns: jsonb("columns").$type<string[]>().notNull().default([]),
    rows: integer("rows").notNull().default(0),
    actor_id: uuid("actor_id"),
    run_id: uuid("run_id").references(() => runs.id, { onDelete: "set null" }),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("import_files_created_at_idx").on(t.created_at.desc())],
);

/** The rows below the header, each with one text per column. */
export const import_file_rows = pgTable(
  "import_file_rows",
  {
    file_id: uuid("file_id")
      .notNull()
      .references(() => import_files.id, { onDelete: "cascade" }),
    place: integer("place").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.place] })],
);

/** The latest column mapping for files with these columns. */
export const import_mappings = pgTable("import_mappings", {
  columns_key: text("columns_key").primaryKey(),
  mapping: jsonb("mapping").$type<Record<string, number>>().notNull(),
  updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Maps a picture's address on another site to the stored picture, so that it is downloaded once in 30 days. */
export const fetched_pictures = pgTable("fetched_pictures", {
  source: text("source").primaryKey(),
  address: text("address").notNull(),
  fetched_at: timestamp("fetched_at", { withTimezone: true }).notNull().defaultNow(),
});
