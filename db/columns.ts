import { getTableColumns, type Table } from "drizzle-orm";

/** These columns of a table under their own names, for `select` and `returning`. */
export function pickColumns<T extends Table, Name extends keyof T["_"]["columns"] & string>(
  table: T,
  ...names: Name[]
) {
  const all: T["_"]["columns"] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T["_"]["columns"], Name>;
}
