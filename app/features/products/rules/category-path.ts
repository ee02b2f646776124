/** Names of a category from the top: one or two, because the shop has two levels. */
export type CategoryPath = readonly [string] | readonly [string, string];

/**
 * Reads the path of a cell: "Food > Rice". Of more levels the first and the last remain. A backslash makes the next
 * character part of the name. Null for an empty cell.
 */
export function readCategoryPath(cell: string): CategoryPath | null {
  const names = splitOutside(cell, ">").map(plain).filter(Boolean);
  const [top, last] = [names[0], names.at(-1)];
  if (top === undefined || last === undefined) return null;
  return names.length === 1 ? [top] : [top, last];
}

/** Of a list of paths, as WooCommerce writes it ("Clothing, Clothing > Hoodies"), the first of the most levels. */
export function deepestPath(cell: string): string {
  const levels = (path: string) => splitOutside(path, ">").length;
  return splitOutside(cell, ",")
    .reduce((deepest, path) => (levels(path) > levels(deepest) ? path : deepest))
    .trim();
}

/** The cell of a path. */
export function writeCategoryPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\>,]/g, String.raw`\$&`)).join(" > ");
}

/** Parts of a text between separators without a backslash. */
function splitOutside(text: string, separator: string): string[] {
  return text.split(new RegExp(String.raw`(?<!\\)${separator}`));
}

const plain = (name: string) => name.trim().replaceAll(/\\(.)/g, "$1");
