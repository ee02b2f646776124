import { customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, insertTime, reference } from "./columns.ts";
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
    id: id(),
    name: text("name").notNull(),
    content: bytes("content").notNull(),
    columns: jsonb("columns").$type<string[]>().notNull().default([]),
    rows: integer("rows").notNull().default(0),
    actor_id: uuid("actor_id"),
    run_id: reference("run_id", () => runs.id, "set null"),
    created_at: insertTime("created_at"),
  },
  (t) => [index("import_files_created_at_idx").on(t.created_at.desc()), index("import_files_run_id_idx").on(t.run_id)],
);

/** The rows below the header, each with one text per column. */
export const import_file_rows = pgTable(
  "import_file_rows",
  {
    file_id: reference("file_id", () => import_files.id, "cascade").notNull(),
    place: integer("place").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.place] })],
);

/** The latest column mapping for files with these columns. */
export const import_mappings = pgTable("import_mappings", {
  columns_key: text("columns_key").primaryKey(),
  mapping: jsonb("mapping").$type<Record<string, number>>().notNull(),
  updated_at: insertTime("updated_at"),
});

/** Maps a picture's address on another site to the stored picture, so that it is downloaded once in 30 days. */
export const fetched_pictures = pgTable("fetched_pictures", {
  source: text("source").primaryKey(),
  address: text("address").notNull(),
  fetched_at: insertTime("fetched_at"),
});
