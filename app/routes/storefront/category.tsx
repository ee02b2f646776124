import { answerListing } from "#app/blocks/listing-answer.server.ts";
import { ListingView } from "#app/blocks/listing-view.tsx";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { CategoryBanner } from "#app/features/products/components/category-banner.tsx";
import { categoryHref, categoryPicture } from "#app/features/products/links.ts";
import { currentCategories } from "#app/features/products/queries.server.ts";
import { countLabel } from "#app/features/products/rules.ts";
import { listingPage } from "#app/features/search/queries/listing.server.ts";
import { readListing } from "#app/features/search/schema.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { throttle } from "#app/platform/throttle.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { movedOrMissing } from "#app/shell/seo/moved.server.ts";
import { categoryCrumbs } from "#app/shell/seo/structured-data.server.ts";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/category.ts";

export const meta = headMeta("Page not found");

export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const tree = await currentCategories(db, params.category);
  const category = tree.find(({ slug }) => slug === params.category);
  if (!category) throw await movedOrMissing(db, "category", params.category);
  const { state: requested, notices } = readListing(url.searchParams);
  if (requested.search !== "") await throttle(context, "search");
  const page = await listingPage(db, { ...requested, category: null }, category, tree);
  notices.push(...page.notices);
  const parent = tree.find(({ id }) => id === category.parent_id) ?? null;
  const head = {
    title: category.name,
    description:
      category.description ||
      `${category.name} at wholesale prices, delivered to ${deliveryTexts(await currentDelivery(context.get(shopContext))).states} of Nigeria.`,
    path: categoryHref(category.slug),
    image: categoryPicture(category),
  };
  context.get(structuredDataContext).push(categoryCrumbs(category, parent, baseUrl));
  return await answerListing(context, { ...page, notices }, head, { category, parent });
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const { category, parent, listing, state, notices, facets, choices, all } = loaderData;
  const subcategories = category.parent_id === null ? choices.filter(({ depth }) => depth === 1) : [];
  const heading = (
    <p role="status" className="font-display text-lg font-bold">
      {countLabel(listing.total, "Product Found", "Products Found")}
    </p>
  );
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 py-5 sm:gap-7 sm:py-7">
      <CategoryBanner category={category} parent={parent} subcategories={subcategories} />
      <ListingView {...{ path: categoryHref(category.slug), state, notices, listing, facets, choices, all, heading }} />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Failed to load category: {message}", { asMissing: true });
