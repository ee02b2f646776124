import { isInherited } from "#app/features/products/rules/groups.ts";
import type { FileFormat, FileRow } from "./file-format.ts";
import type { Mapping } from "./import-fields.ts";
import { ownRows } from "./own-rows.ts";
import { shopifyRows } from "./shopify-rows.ts";
import { skipRule } from "./skipped-rows.ts";
import { countRule } from "./stock-status.ts";
import { wooRows } from "./woocommerce-rows.ts";

const plain: FileFormat = {
  uses: new Map(),
  rows: (all) => all.map((cells, place) => ({ place, cells, group: null, problems: [] })),
};

/** The kind of a file with these columns: an export of this shop, Shopify or WooCommerce, or a plain list. */
function formatOf(columns: readonly string[]): FileFormat {
  return ownRows(columns) ?? shopifyRows(columns) ?? wooRows(columns) ?? plain;
}

/** Whether the descriptions of a file with these columns are text and no HTML. */
export const hasPlainTexts = (columns: readonly string[]) => formatOf(columns).hasPlainTexts === true;

/** What is read in columns of the file without a field, by index: "Which rows are sold". */
export function usedColumns(columns: readonly string[]): Map<number, string> {
  const skipped = skipRule(columns).places.map((place) => [place, "Which rows are sold"] as const);
  const counted = countRule(columns).places.map((place) => [place, "Whether it is in stock"] as const);
  return new Map([...skipped, ...counted, ...formatOf(columns).uses]);
}

/** The rows of a file with their products, variant groups and reasons for being left out. */
export function fileRows(
  columns: readonly string[],
  all: readonly (readonly string[])[],
  mapping: Mapping,
): (FileRow & { isUncounted: boolean })[] {
  const skip = skipRule(columns);
  const counted = countRule(columns);
  return formatOf(columns)
    .rows(all, mapping)
    .map((row) => {
      const { cells, isUncounted } = counted.read(row.cells, mapping.stock);
      const names = Object.keys(row.group?.options ?? {}).filter(isInherited);
      const problems = [...row.problems, ...names.map((name) => `An option cannot be named ${name}.`)];
      return { ...row, cells, isUncounted, problems, skipped: row.skipped ?? skip.reasonOf(row.cells) };
    });
}
