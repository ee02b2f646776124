import { quantityRange, unitPrice, type Priced, type Stocked } from "#app/features/pricing/rules.ts";
import { priceRows } from "#app/features/pricing/rules/price-steps.ts";
import { CURRENCY } from "#app/lib/money.ts";
import { productHref } from "../links.ts";
import type { ProductDetail } from "../queries.server.ts";
import type { OptionValues } from "../rules/variants.ts";
import type { GroupVariant, ProductGroup } from "./variants.server.ts";

/** Options with a schema.org property; others are given by name. */
const VARIES_BY = new Map(
  Object.entries({ size: "size", colour: "color", color: "color", material: "material", pattern: "pattern" }),
);

type Offered = Priced & Stocked & { slug: string };

/**
 * JSON-LD of a product page for search engines: the product, and for a variant its group with all variants. Without
 * rating until reviews exist: the ratings on pages are constants.
 */
export function structuredData(product: ProductDetail, group: ProductGroup | null, baseUrl: string): object {
  const data = productData(product, group, baseUrl);
  if (!group) return { "@context": "https://schema.org", ...data };
  return {
    "@context": "https://schema.org",
    "@type": "ProductGroup",
    name: group.name,
    productGroupID: group.id,
    ...(product.brand ? { brand: { "@type": "Brand", name: product.brand } } : {}),
    variesBy: group.option_names.map((name) => {
      const property = VARIES_BY.get(name.toLowerCase());
      return property ? `https://schema.org/${property}` : name;
    }),
    hasVariant: group.variants.map((variant) =>
      variant.id === product.id ? data : variantData(variant, group, baseUrl),
    ),
  };
}

function productData(product: ProductDetail, group: ProductGroup | null, baseUrl: string) {
  const brand = product.brand || product.distributor;
  return {
    "@type": "Product",
    name: product.name,
    url: `${baseUrl}${productHref(product.slug)}`,
    ...(product.description ? { description: shorten(product.description, 500) } : {}),
    image: product.images.map((address) => pictureData(new URL(address, baseUrl).href, product.image_alts[address])),
    sku: product.sku ?? product.id,
    ...(product.barcode ? { gtin: product.barcode } : {}),
    ...(brand ? { brand: { "@type": "Brand", name: brand } } : {}),
    ...(product.category ? { category: product.category.name } : {}),
    ...(product.weight_grams === null
      ? {}
      : { weight: { "@type": "QuantitativeValue", value: product.weight_grams, unitCode: "GRM" } }),
    ...sides(product),
    ...(product.country_of_origin ? { countryOfOrigin: { "@type": "Country", name: product.country_of_origin } } : {}),
    ...(group ? optionData(group.option_names, product.option_values) : {}),
    ...(product.attributes.length > 0 || product.nafdac_number
      ? {
          additionalProperty: [
            ...(product.nafdac_number ? [{ name: "NAFDAC number", value: product.nafdac_number }] : []),
            ...product.attributes,
          ].map((pair) => ({ "@type": "PropertyValue", ...pair })),
        }
      : {}),
    offers: offer(product, baseUrl),
  };
}

/** A picture is a plain URL without a caption. */
function pictureData(url: string, caption: string | undefined): string | object {
  return caption ? { "@type": "ImageObject", url, contentUrl: url, caption } : url;
}

function variantData(variant: GroupVariant, group: ProductGroup, baseUrl: string) {
  return {
    "@type": "Product",
    name: variant.name,
    url: `${baseUrl}${productHref(variant.slug)}`,
    sku: variant.sku ?? variant.id,
    ...(variant.barcode ? { gtin: variant.barcode } : {}),
    ...optionData(group.option_names, variant.option_values),
    offers: offer(variant, baseUrl),
  };
}

function optionData(names: readonly string[], values: OptionValues): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const property = VARIES_BY.get(name.toLowerCase());
      const value = values[name];
      return property && value ? [[property, value]] : [];
    }),
  );
}

function sides({ length_mm, width_mm, height_mm }: ProductDetail): Record<string, object> {
  const all = { depth: length_mm, width: width_mm, height: height_mm };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, { "@type": "QuantitativeValue", value, unitCode: "MMT" }]],
    ),
  );
}

/** Offer at the minimum order, and with price steps the price of each quantity range. */
function offer(product: Offered, baseUrl: string) {
  const rows = priceRows(product);
  return {
    "@type": "Offer",
    url: `${baseUrl}${productHref(product.slug)}`,
    price: schemaPrice(unitPrice(product, product.min_order)),
    priceCurrency: CURRENCY,
    itemCondition: "https://schema.org/NewCondition",
    availability: `https://schema.org/${quantityRange(product).buyable ? "InStock" : "OutOfStock"}`,
    eligibleQuantity: { "@type": "QuantitativeValue", minValue: product.min_order },
    ...(rows.length > 1
      ? {
          priceSpecification: rows.map(({ from, to, unit_kobo }) => ({
            "@type": "UnitPriceSpecification",
            price: schemaPrice(unit_kobo),
            priceCurrency: CURRENCY,
            eligibleQuantity: {
              "@type": "QuantitativeValue",
              minValue: from,
              ...(to === null ? {} : { maxValue: to }),
            },
          })),
        }
      : {}),
  };
}

function schemaPrice(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

/** The text on one line, truncated at a word boundary to at most `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/\s+\S*$/, "")}…`;
}
