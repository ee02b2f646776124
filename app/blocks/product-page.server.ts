import { productByIdOrSlug } from "#app/features/products/queries.server.ts";
import { structuredData } from "#app/features/products/queries/structured-data.server.ts";
import { productGroup } from "#app/features/products/queries/variants.server.ts";
import { productFacts } from "#app/features/products/rules/facts.ts";
import { optionChoices } from "#app/features/products/rules/variants.ts";
import { relatedProducts, sameDistributorProducts } from "#app/features/search/queries/rails.server.ts";
import type { Tx } from "#db/client.server.ts";

/** Data of a product page by id or slug, or null. Prices in kobo. */
export async function productPage(db: Tx, key: string, baseUrl: string) {
  const product = await productByIdOrSlug(db, key);
  if (!product) return null;
  const sameDistributor = await sameDistributorProducts(db, product);
  const related = await relatedProducts(db, product, sameDistributor);
  const group = await productGroup(db, product.group_id);
  const options = group ? optionChoices(group.option_names, group.variants, product.id) : [];
  const structured = structuredData(product, group, baseUrl);
  return { product, related, sameDistributor, group, options, facts: productFacts(product), structured };
}
