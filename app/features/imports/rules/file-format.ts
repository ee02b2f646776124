import type { Mapping } from "./import-fields.ts";
import type { PictureCell } from "./import-pictures.ts";
import type { RowAttribute, ImportGroup } from "./import-values.ts";

/** A row with what its file says of it elsewhere: in the row of its product, or in columns of the file's format. */
export type FileRow = {
  /** Index among the rows of the file. */
  place: number;
  cells: readonly string[];
  group: ImportGroup | null;
  /** Name and slug of a variant whose file has those of its product. */
  named?: { name: string; slug: string };
  attributes?: RowAttribute[];
  /** Pictures, if they are not those of the mapped column. */
  pictures?: PictureCell[];
  /** Path of its category, if the mapped column lists several. */
  category?: string;
  problems: string[];
  skipped?: string | undefined;
};

/** A kind of file whose rows belong together. */
export type FileFormat = {
  /** What the format reads in its columns, by index. */
  uses: ReadonlyMap<number, string>;
  /** Whether descriptions are text; else they may be HTML. */
  hasPlainTexts?: boolean;
  rows(all: readonly (readonly string[])[], mapping: Mapping): FileRow[];
};

/** Index of a column by name, ignoring case; -1 without one. */
export function columnFinder(columns: readonly string[]): (name: string) => number {
  const names = columns.map((column) => column.trim().toLowerCase());
  return (name) => names.indexOf(name);
}
