import { MapPin } from "lucide-react";
import { redirect } from "react-router";
import { answerListing } from "#app/blocks/listing-answer.server.ts";
import { ListingView } from "#app/blocks/listing-view.tsx";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { ordersWithProducts } from "#app/features/orders/queries/product-orders.server.ts";
import { Breadcrumb } from "#app/features/products/components/breadcrumb.tsx";
import { DistributorFacts } from "#app/features/products/components/distributor-facts.tsx";
import { distributorHref, nameSlug } from "#app/features/products/links.ts";
import { currentCategories } from "#app/features/products/queries.server.ts";
import { countLabel } from "#app/features/products/rules.ts";
import { distributorBySlug, distributorProductIds } from "#app/features/search/queries/distributor.server.ts";
import { listingPage } from "#app/features/search/queries/listing.server.ts";
import { listingHref } from "#app/features/search/rules/listing-links.ts";
import { readListing } from "#app/features/search/schema.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { formatCount } from "#app/lib/money.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { throttle } from "#app/platform/throttle.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { movedDistributor } from "#app/shell/seo/moved.server.ts";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/distributor.ts";

export const meta = headMeta("Page not found");

export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const slug = nameSlug(params.distributor);
  const distributor = await distributorBySlug(db, slug);
  const path = distributorHref(slug);
  if (!distributor || path === null) throw await movedDistributor(db, slug);
  if (slug !== params.distributor) throw redirect(path + url.search, 301);
  const { state: requested, notices } = readListing(url.searchParams);
  if (requested.search !== "") await throttle(context, "search");
  const tree = await currentCategories(db, requested.category);
  const category = tree.find((one) => one.slug === requested.category) ?? null;
  if (requested.category !== null && category === null) {
    notices.push("We do not know that category, so all are shown.");
  }
  const wanted = { ...requested, category: category?.slug ?? null, distributor: [] };
  const page = await listingPage(db, wanted, category, tree, slug);
  notices.push(...page.notices);
  const from = distributor.place ? ` from ${distributor.place}` : "";
  const head = {
    title: distributor.name,
    description: `${countLabel(page.listing.total)} of ${distributor.name}${from} at wholesale prices, delivered to ${deliveryTexts(await currentDelivery(context.get(shopContext))).states} of Nigeria.`,
    path,
  };
  return await answerListing(context, { ...page, notices }, head, {
    distributor,
    path,
    orders: await ordersWithProducts(db, await distributorProductIds(db, slug)),
  });
}

export default function Distributor({ loaderData }: Route.ComponentProps) {
  const { distributor, path, orders, listing, state, notices, facets, choices, all } = loaderData;
  const categories = choices.filter(({ depth }) => !depth);
  const heading = (
    <p role="status" className="font-display text-lg font-bold">
      {countLabel(listing.total)}
    </p>
  );
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 py-5 sm:gap-7 sm:py-7">
      <div className="card p-5 sm:p-8">
        <Breadcrumb trail={[]} />
        <p className="mt-1 text-sm text-muted">Distributor</p>
        <h1 className="font-display text-2xl leading-tight font-bold tracking-tight break-words sm:text-4xl">
          {distributor.name}
        </h1>
        {distributor.place === null ? null : (
          <p className="mt-2 flex items-start gap-2 text-sm text-muted sm:text-base">
            <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-forest sm:size-5" />
            <span className="min-w-0 break-words">{distributor.place}</span>
          </p>
        )}
        <DistributorFacts since={distributor.since} products={distributor.products} orders={orders} />
        {categories.length === 0 ? null : (
          <nav
            aria-label={`Categories of ${distributor.name}`}
            className="no-scrollbar -mx-5 mt-4 overflow-x-auto px-5"
          >
            <ul className="flex gap-2 sm:flex-wrap">
              {categories.map(({ slug, name, count }) => (
                <li key={slug}>
                  <Link to={listingHref(path, { category: slug })} className="part-link">
                    {name}
                    <span>{formatCount(count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <ListingView {...{ path, state, notices, listing, facets, choices, all, heading }} />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Failed to load products", { asMissing: true });
