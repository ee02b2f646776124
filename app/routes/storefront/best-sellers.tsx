import { data } from "react-router";
import { FlagView } from "#app/blocks/flag-view.tsx";
import { listingMeta } from "#app/blocks/listing-meta.server.ts";
import { loadErrorBoundary } from "#app/blocks/load-error.tsx";
import { pageTitle } from "#app/blocks/root-data.ts";
import { flagPage } from "#app/features/catalog/queries/flag-page.server.ts";
import { shownIds } from "#app/features/catalog/queries/listing.server.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { cacheTagsContext, shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/best-sellers.ts";

const PATH = "/products/best-sellers";
const TITLE = "Best Sellers";
const TEXT = "What shops across Nigeria order again and again.";

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData?.head ?? [{ title: pageTitle(matches, TITLE) }];
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, max-age=10" });

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const page = await flagPage(shop.db, "best_seller", url.searchParams);
  const { products } = context.get(cacheTagsContext);
  for (const id of await shownIds(shop.db, page.listing.products)) products.add(id);
  const words = { title: TITLE, description: TEXT, path: PATH };
  const head = listingMeta({ ...page, ...words, store: await currentStore(shop), baseUrl: shop.baseUrl });
  return data({ ...page, head }, { status: page.listing.beyond ? 404 : 200 });
}

export default function BestSellers({ loaderData }: Route.ComponentProps) {
  return <FlagView path={PATH} title={TITLE} text={TEXT} {...loaderData} />;
}

export const ErrorBoundary = loadErrorBoundary("Failed to load best sellers");
