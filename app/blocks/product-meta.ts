import type { MetaDescriptor } from "react-router";
import { productHref } from "#app/features/catalog/links.ts";
import type { ProductDetail } from "#app/features/catalog/queries.server.ts";
import { unitPrice } from "#app/features/catalog/rules/pricing.ts";
import { formatNaira } from "#app/lib/money.ts";

/** Head of a product's page. The canonical address is the slug's, however the page was reached. */
export function productMeta(
  product: ProductDetail,
  baseUrl: string,
  storeName: string,
  structuredData: object,
): MetaDescriptor[] {
  const url = `${baseUrl}${productHref(product.slug)}`;
  const images = product.images.map((address) => new URL(address, baseUrl).href);
  const price = unitPrice(product, 1);
  const title = `${product.name} | ${storeName}`;
  const facts = `${product.name}${product.unit ? `, ${product.unit}` : ""}: ${formatNaira(price)}, minimum order ${product.min_order}.`;
  const description = shorten(`${facts} ${product.description}`, 160);
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "product" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: images[0] ?? `${baseUrl}/og.png` },
    { "script:ld+json": structuredData },
  ];
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/\s+\S*$/, "")}…`;
}
