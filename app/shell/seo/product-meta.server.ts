import type { MetaDescriptor } from "react-router";
import { minimumQuantity, unitPrice } from "#app/features/pricing/rules.ts";
import { productHref } from "#app/features/products/links.ts";
import type { ProductDetail } from "#app/features/products/queries.server.ts";
import { shorten } from "#app/features/products/queries/structured-data.server.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { formatNaira } from "#app/lib/money.ts";
import { pageHead } from "#app/lib/page-head.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { productPictureAddress } from "./share-pictures.server.ts";

/**
 * Meta tags of a product page, created on the server so that pages need no code for them. The canonical address always
 * uses the slug.
 */
export async function productHead(shop: Shop, product: ProductDetail): Promise<MetaDescriptor[]> {
  const { baseUrl } = shop;
  const store = await currentStore(shop);
  const { name, unit, min_order, slug } = product;
  const price = formatNaira(unitPrice(product, minimumQuantity(product)));
  const facts = `${name}${unit ? `, ${unit}` : ""}: ${price}, minimum order ${min_order}.`;
  return pageHead({
    title: `${name} | ${store.name}`,
    description: shorten(`${facts} ${product.description}`, 160),
    url: `${baseUrl}${productHref(slug)}`,
    type: "product",
    image: await productPictureAddress(shop, product),
  });
}
