import { Suspense } from "react";
import { currentClaims } from "#app/blocks/claims.server.ts";
import { HomeHero } from "#app/blocks/home-hero.tsx";
import { HomeNewsletter } from "#app/blocks/home-newsletter.tsx";
import { HomeTabs } from "#app/blocks/home-tabs.tsx";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { CategoryTiles } from "#app/features/products/components/category-tiles.tsx";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { tagShown } from "#app/features/search/queries/listing.server.ts";
import { homeProducts } from "#app/features/search/queries/rails.server.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { MusicButton } from "#app/features/site/components/music-button.tsx";
import { Testimonials } from "#app/features/site/components/testimonials.tsx";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { SITE, siteDescription } from "#app/features/site/content.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { pageHead } from "#app/lib/page-head.ts";
import { shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { storeData, websiteData } from "#app/shell/seo/structured-data.server.ts";
import { headMeta, useTopCategories } from "#app/shell/storefront/root-data.ts";
import { afterHydration } from "#app/ui/after-hydration.tsx";
import type { Route } from "./+types/home.ts";

const WhyUs = afterHydration(async () => {
  const { WhyUs: Reasons } = await import("#app/features/site/components/why-us.tsx");
  return () => <Reasons hours={useStore().hours} texts={useDeliveryTexts()} />;
});

const HERO_GOODS = 6;

export const meta = headMeta(SITE.tagline);

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { baseUrl } = shop;
  const products = await homeProducts(shop.db);
  const goods = heroGoods([...products.best_sellers, ...products.featured, ...products.new_arrivals]);
  await tagShown(context, Object.values(products).flat());
  const store = await currentStore(shop);
  const head = pageHead({
    title: `${store.name}: ${SITE.tagline}`,
    description: siteDescription(deliveryTexts(await currentDelivery(shop)).states),
    url: `${baseUrl}/`,
  });
  context.get(structuredDataContext).push(storeData(store, baseUrl), websiteData(store, baseUrl));
  return { products, goods, head, claims: await currentClaims(shop) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, goods, claims } = loaderData;
  const categories = useTopCategories();
  return (
    <>
      <HomeHero goods={goods} claims={claims} />
      <Suspense>
        <CategoryTiles categories={categories} />
      </Suspense>
      <HomeTabs products={products} />
      <Suspense>
        <WhyUs />
        <Testimonials />
      </Suspense>
      <HomeNewsletter />
      <MusicButton />
    </>
  );
}

/** Six different products with a picture, or fewer if the shop has no more. */
function heroGoods(products: TileProduct[]): TileProduct[] {
  const pictured = new Map(products.filter((product) => product.image).map((product) => [product.image, product]));
  return [...pictured.values()].slice(0, HERO_GOODS);
}

export const ErrorBoundary = loadErrorBoundary("Error - Failed to load products");
