import { readOptions } from "#app/features/products/rules/table-cells.ts";
import { MAX_OPTIONS } from "#app/features/products/rules/variants.ts";
import { columnFinder, type FileFormat, type FileRow } from "./file-format.ts";

/** Reads the shop's own export; null for another file. */
export function ownRows(columns: readonly string[]): FileFormat | null {
  const at = columnFinder(columns);
  const [key, name, options] = [at("group key"), at("group"), at("options")];
  const mixed = at("mixed price breaks");
  if (key < 0 || name < 0 || options < 0) return null;
  const uses = [key, name, options, mixed].filter((place) => place >= 0);
  const group = (cells: readonly string[]): Pick<FileRow, "group" | "problems"> => {
    const cell = (place: number) => cells[place] ?? "";
    if (cell(key) === "" || cell(options) === "") return { group: null, problems: [] };
    const values = readOptions(cell(options));
    if (!values)
      return { group: null, problems: [`Write the options as Size = M, one in a line, at most ${MAX_OPTIONS}.`] };
    const isMixed = /^(1|yes|true)$/i.test(cell(mixed));
    return { group: { key: cell(key), name: cell(name), options: values, mixed: isMixed }, problems: [] };
  };
  return {
    hasPlainTexts: true,
    uses: new Map(uses.map((place) => [place, "The variants of a product"])),
    rows: (all) => all.map((cells, place) => ({ place, cells, ...group(cells) })),
  };
}
