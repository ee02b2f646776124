import { catalogueSize } from "#app/features/search/queries/listing.server.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { marketingClaims, type MarketingClaims } from "#app/features/site/rules/claims.ts";
import { supplierCount } from "#app/features/suppliers/queries.server.ts";
import type { Shop } from "#app/platform/context.server.ts";

/** The shop's claims, from what it lists and what its owner has entered. */
export async function currentClaims(shop: Pick<Shop, "db" | "log">): Promise<MarketingClaims> {
  const { hours, satisfaction } = await currentStore(shop);
  const [products, suppliers] = await Promise.all([catalogueSize(shop.db), supplierCount(shop.db)]);
  return marketingClaims({ products, suppliers, hours, satisfaction });
}
