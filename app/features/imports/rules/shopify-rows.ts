import { nameSlug } from "#app/features/products/links.ts";
import { MAX_OPTIONS, OPTION_LIMIT, variantName } from "#app/features/products/rules/variants.ts";
import { columnFinder, type FileFormat, type FileRow } from "./file-format.ts";
import type { ImportField } from "./import-fields.ts";
import { picturesByKey } from "./import-pictures.ts";
import { shortCell, type ImportGroup } from "./import-values.ts";
import { skipRule } from "./skipped-rows.ts";

/** Fields that rows of a variant inherit from the first row of their product. */
const INHERITED: readonly ImportField[] = ["name", "description", "category", "distributor", "brand"];

/**
 * Column indexes that define variants. `image` is the variant's own picture, `position` the order of the product's
 * pictures; -1 for a missing column.
 */
type VariantColumns = {
  key: number;
  title: number;
  options: { name: number; value: number }[];
  image: number;
  position: number;
};

/** Finds Shopify's columns: Handle, Title, up to three pairs "Option1 Name", "Option1 Value", and pictures. */
function variantColumns(columns: readonly string[]): VariantColumns | null {
  const at = columnFinder(columns);
  const key = at("handle");
  const title = at("title");
  const options = [1, 2, 3].slice(0, MAX_OPTIONS).flatMap((number) => {
    const pair = { name: at(`option${number} name`), value: at(`option${number} value`) };
    return pair.name < 0 || pair.value < 0 ? [] : [pair];
  });
  const pictures = { image: at("variant image"), position: at("image position") };
  return key < 0 || title < 0 || options.length === 0 ? null : { key, title, options, ...pictures };
}

/**
 * Reads Shopify's export; null for another file. Only a product's first row has title and texts, which its other rows
 * inherit. Rows with only a picture are dropped: `picturesByKey` reads them.
 */
export function shopifyRows(columns: readonly string[]): FileFormat | null {
  const variants = variantColumns(columns);
  if (!variants) return null;
  const { key: keyAt, title, options, image, position } = variants;
  const places = [keyAt, title, ...options.flatMap(({ name, value }) => [name, value])];
  const uses = [
    ...places.map((place) => [place, "The variants of a product"] as const),
    ...[image, position].filter((place) => place >= 0).map((place) => [place, "Pictures of variants"] as const),
  ];
  return {
    uses: new Map(uses),
    rows(all, mapping) {
      const inherited = [...skipRule(columns).places, ...INHERITED.flatMap((field) => mapping[field] ?? [])];
      const pictures = mapping.images === undefined ? null : picturesByKey(all, variants, mapping);
      const firsts = new Map<string, readonly string[]>();
      const unfolded: FileRow[] = [];
      for (const [place, row] of all.entries()) {
        const key = row[keyAt] ?? "";
        const first = firsts.get(key) ?? row;
        firsts.set(key, first);
        if (first !== row && mapping.price !== undefined && (row[mapping.price] ?? "") === "") continue;
        const cells = row.map((cell, index) =>
          cell === "" && inherited.includes(index) ? (first[index] ?? "") : cell,
        );
        const read = importGroup(cells, first, variants, key);
        const shown = pictures && [{ addresses: cells[image] ?? "", alt: "" }, ...(pictures.get(key) ?? [])];
        unfolded.push({ place, cells, ...read, ...namedVariant(read.group), ...(shown && { pictures: shown }) });
      }
      return unfolded;
    },
  };
}

/** Name and slug of a variant, made of those of its product and its options. */
function namedVariant(group: ImportGroup | null): Pick<FileRow, "named"> {
  if (!group) return {};
  const names = Object.keys(group.options);
  const slug = nameSlug([group.key, ...names.map((option) => group.options[option] ?? "")].join(" "));
  return { named: { name: variantName(group.name, names, group.options), slug } };
}

function importGroup(
  cells: readonly string[],
  first: readonly string[],
  variants: VariantColumns,
  key: string,
): { group: ImportGroup | null; problems: string[] } {
  const options: [name: string, value: string][] = [];
  const problems: string[] = [];
  for (const [at, { name, value }] of variants.options.entries()) {
    const chosen = (cells[value] ?? "").trim();
    const option = (first[name] ?? "").trim() || (chosen && `Option ${at + 1}`);
    if (option === "" || chosen === "Default Title") continue;
    if (chosen === "") problems.push(`The value of ${shortCell(option)} is empty.`);
    if (option.length > OPTION_LIMIT || chosen.length > OPTION_LIMIT) {
      problems.push(`The option “${shortCell(chosen)}” is longer than ${OPTION_LIMIT} characters.`);
    }
    options.push([option, chosen]);
  }
  const name = (first[variants.title] ?? "").trim();
  const group = { key, name, options: Object.fromEntries(options) };
  return { group: key === "" || options.length === 0 ? null : group, problems };
}
