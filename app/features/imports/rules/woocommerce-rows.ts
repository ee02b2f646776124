import { nameSlug } from "#app/features/products/links.ts";
import { deepestPath } from "#app/features/products/rules/category-path.ts";
import { MAX_OPTIONS, OPTION_LIMIT, variantName } from "#app/features/products/rules/variants.ts";
import { columnFinder, type FileFormat, type FileRow } from "./file-format.ts";
import type { ImportField, Mapping } from "./import-fields.ts";
import { shortCell, type RowAttribute } from "./import-values.ts";
import { skipRule } from "./skipped-rows.ts";

type Cells = readonly string[];
type Columns = { type: number; sku: number; id: number; name: number; parent: number; attributes: [number, number][] };

/** Fields that a variation inherits from its product. */
const INHERITED: readonly ImportField[] = [
  ...(["description", "category", "distributor", "brand", "featured", "weight_grams", "weight_kg"] as const),
  ...(["weight_lb", "weight_oz", "length", "width", "height"] as const),
];
/** Reasons for leaving out a type of product. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [/external/, "it is sold on another site"],
  [/grouped/, "it only lists other products"],
  [/downloadable/, "it is a download"],
  [/virtual/, "it is no physical product"],
];
/** Maximum number and lengths of facts, as in the product form. */
const FACTS = { most: 30, name: 60, value: 300 };
/** The value of an option that a variation leaves to the buyer, where another variation has one. */
const ANY = "Any";

/**
 * Reads WooCommerce's export; null for another file. Variations become the variants of a group, with the attributes that
 * differ between them as options. Other attributes become facts. Products of types that the shop does not sell are left
 * out with a reason.
 */
export function wooRows(columns: readonly string[]): FileFormat | null {
  const at = columnFinder(columns);
  const [type, name] = [at("type"), at("name")];
  if (type < 0 || name < 0 || at("regular price") < 0) return null;
  const attributes = columns.flatMap((_, index): [number, number][] => {
    const pair: [number, number] = [at(`attribute ${index} name`), at(`attribute ${index} value(s)`)];
    return pair[0] < 0 || pair[1] < 0 ? [] : [pair];
  });
  const known = { type, name, sku: at("sku"), id: at("id"), parent: at("parent"), attributes };
  return {
    uses: new Map([
      [type, "Which rows are sold"],
      ...(known.parent < 0 ? [] : [[known.parent, "The variants of a product"] as const]),
      ...attributes.flat().map((place) => [place, "Options of variants, facts of others"] as const),
    ]),
    rows: (all, mapping) => readRows(all, mapping, known, skipRule(columns).reasonOf),
  };
}

type Family = { key: string; cells: Cells; variations: Cells[] };

function readRows(
  all: readonly Cells[],
  mapping: Mapping,
  columns: Columns,
  skipReason: (cells: Cells) => string | undefined,
): FileRow[] {
  const cell = (cells: Cells, place: number) => (cells[place] ?? "").trim();
  const typeOf = (cells: Cells) => cell(cells, columns.type).toLowerCase();
  const families = familiesOf(all, columns, typeOf);
  return all.flatMap((cells, place): FileRow[] => {
    const type = typeOf(cells);
    const category = mapping.category === undefined ? "" : deepestPath(cells[mapping.category] ?? "");
    const row: FileRow = { place, cells, group: null, category, problems: [] };
    const leftOut = LEFT_OUT.find(([is]) => is.test(type));
    if (leftOut) return [{ ...row, skipped: leftOut[1] }];
    if (type.includes("variable")) {
      const hasVariations = families.get(cell(cells, columns.sku) || idKey(cells, columns))?.variations.length;
      return hasVariations ? [] : [{ ...row, skipped: "the file has no variations of it" }];
    }
    if (!type.includes("variation")) return [{ ...row, attributes: factsOf(attributesOf(cells, columns)) }];
    const parent = cell(cells, columns.parent);
    const family = families.get(parent);
    if (!family)
      return [{ ...row, problems: [`The file has no product “${shortCell(parent)}”, of which it is a variation.`] }];
    return [{ ...variantOf(row, family, mapping, columns), skipped: skipReason(family.cells) }];
  });
}

const idKey = (cells: Cells, { id }: Columns) => `id:${(cells[id] ?? "").trim()}`;

/** Variable products with their variations, by SKU and by "id:44". */
function familiesOf(all: readonly Cells[], columns: Columns, typeOf: (cells: Cells) => string): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const cells of all) {
    if (!typeOf(cells).includes("variable")) continue;
    const sku = (cells[columns.sku] ?? "").trim();
    const family = { key: sku || idKey(cells, columns), cells, variations: [] };
    families.set(idKey(cells, columns), family);
    if (sku !== "") families.set(sku, family);
  }
  for (const cells of all) {
    if (typeOf(cells).includes("variation")) families.get((cells[columns.parent] ?? "").trim())?.variations.push(cells);
  }
  return families;
}

function variantOf(
  row: FileRow,
  { key, cells: parent, variations }: Family,
  mapping: Mapping,
  columns: Columns,
): FileRow {
  const own = new Map(attributesOf(row.cells, columns).map(({ name, value }) => [name, value]));
  const differing = new Set(
    variations.flatMap((cells) =>
      attributesOf(cells, columns).flatMap(({ name, value }) => (value === "" ? [] : name)),
    ),
  );
  const names = [...new Set([...attributesOf(parent, columns).map(({ name }) => name), ...differing])].filter((name) =>
    differing.has(name),
  );
  const options = Object.fromEntries(names.map((name) => [name, own.get(name) || ANY]));
  const problems = [
    ...(names.length === 0 ? ["It has no value that tells it from the other variations."] : []),
    ...(names.length > MAX_OPTIONS ? [`It has ${names.length} options; a product has at most ${MAX_OPTIONS}.`] : []),
    ...Object.entries(options)
      .flat()
      .filter((text) => text.length > OPTION_LIMIT)
      .map((text) => `The option “${shortCell(text)}” is longer than ${OPTION_LIMIT} characters.`),
  ];
  const inherited = new Set(INHERITED.flatMap((field) => mapping[field] ?? []));
  const cells = row.cells.map((cell, index) => (cell === "" && inherited.has(index) ? (parent[index] ?? "") : cell));
  const groupName = (parent[columns.name] ?? "").trim();
  const name = variantName(groupName, names, options);
  const images = mapping.images === undefined ? [] : [row.cells[mapping.images] ?? "", parent[mapping.images] ?? ""];
  return {
    ...row,
    cells,
    category: row.category || (mapping.category === undefined ? "" : deepestPath(parent[mapping.category] ?? "")),
    group: { key, name: groupName, options },
    named: { name, slug: nameSlug(name) },
    attributes: factsOf(attributesOf(parent, columns).filter((fact) => !differing.has(fact.name))),
    ...(images.length > 0 && { pictures: images.map((addresses) => ({ addresses, alt: "" })) }),
    problems,
  };
}

/** Named attributes of a row; a value lists those to choose from. */
function attributesOf(cells: Cells, { attributes }: Columns): RowAttribute[] {
  return attributes.flatMap(([name, value]) => {
    const named = { name: (cells[name] ?? "").trim(), value: (cells[value] ?? "").trim() };
    return named.name === "" ? [] : [named];
  });
}

/** Attributes that can be facts of a product. */
function factsOf(attributes: RowAttribute[]): RowAttribute[] {
  return attributes
    .filter(({ name, value }) => value !== "" && name.length <= FACTS.name && value.length <= FACTS.value)
    .slice(0, FACTS.most);
}
