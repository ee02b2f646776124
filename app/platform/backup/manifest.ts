import { z } from "zod";

/** The format of a backup. A higher number cannot be read by this version. */
export const FORMAT = 1;

/** Names of the entries. The manifest is the first one, the end the last. */
export const MANIFEST = "manifest.json";
export const END = "end.json";
export const FILES = "files/";
export const dataEntry = (table: string) => `data/${table}.copy`;

const count = z.number().int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A table's rows in COPY's text format: `columns` in their order, without generated ones; names are not quoted. */
const table = z.object({
  name: z.string().min(1),
  columns: z.array(z.string()),
  rows: count,
  bytes: count,
  sha256: digest,
});

/** The first entry of a backup. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601. */
  made_at: z.string(),
  shop_version: z.string(),
  /** The last migration: its file's name, and its timestamp in ms. */
  migration: z.object({ name: z.string(), when: count }),
  postgres: z.string(),
  /** Identifies the secret of cookies and second factors; null if the shop has none yet. */
  secret: z.string().nullable(),
  tables: z.array(table),
  /** The last value of each sequence that was used; a bigint as text. */
  sequences: z.record(z.string(), z.string().regex(/^-?\d+$/)),
  /** Rows that violate an invariant of the shop, by its sentence. */
  violations: z.record(z.string(), count),
  files: z.object({ count, bytes: count }),
});

/** The last entry: whoever reads it has the whole backup. */
export const endSchema = z.object({
  entries: count,
  /** Of name, size and content of all entries before it. */
  sha256: digest,
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = z.infer<typeof table>;

/** "2,000 orders": the tables that an operator compares. */
const COUNTED = ["products", "orders", "users", "payment_attempts"];

/** What is in a backup, in one line. */
export function contents({ tables, files }: Manifest): string {
  const counts = COUNTED.flatMap((name) => {
    const found = tables.find((entry) => entry.name === name);
    return found ? [`${found.rows.toLocaleString("en")} ${name.replace("_", " ")}`] : [];
  });
  return [...counts, `${files.count.toLocaleString("en")} files`].join(", ");
}

/** A size for people, of `bytes`. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
