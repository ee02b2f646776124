import { answerListing } from "#app/blocks/listing-answer.server.ts";
import { ListingView } from "#app/blocks/listing-view.tsx";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { currentCategories } from "#app/features/products/queries.server.ts";
import { countLabel } from "#app/features/products/rules.ts";
import { listingPage } from "#app/features/search/queries/listing.server.ts";
import { readListing } from "#app/features/search/schema.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { throttle } from "#app/platform/throttle.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import { cx } from "#app/ui/class-names.ts";
import type { Route } from "./+types/products.ts";

const PATH = "/products";

export const meta = headMeta("All products");

export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state: requested, notices } = readListing(url.searchParams);
  if (requested.search !== "") await throttle(context, "search");
  const tree = await currentCategories(db, requested.category);
  const category = tree.find(({ slug }) => slug === requested.category) ?? null;
  if (requested.category !== null && category === null) {
    notices.push("We do not know that category, so all are shown.");
    requested.category = null;
  }
  const page = await listingPage(db, requested, category, tree);
  const { state } = page;
  notices.push(...page.notices);
  const title = state.search === "" ? (category?.name ?? "All products") : `Results for “${state.search}”`;
  const description = `${title}: ${countLabel(page.listing.total)} at wholesale prices, delivered to ${deliveryTexts(await currentDelivery(context.get(shopContext))).states} of Nigeria.`;
  return await answerListing(context, { ...page, notices }, { title, description, path: PATH }, { title });
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { title, listing, state, notices, facets, choices, all } = loaderData;
  const heading = (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h1 className="min-w-0 font-display text-[1.75rem] leading-tight font-bold tracking-tight break-words sm:text-[2rem]">
        {title}
      </h1>
      <p role="status" className={cx("font-semibold text-muted", state.search !== "" && "max-sm:w-full")}>
        {countLabel(listing.total)}
      </p>
    </div>
  );
  return (
    <div className="page-width py-5 sm:py-7">
      <ListingView {...{ path: PATH, state, notices, listing, facets, choices, all, heading }} />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Failed to load products");
