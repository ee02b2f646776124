import { CategoryTiles } from "#app/blocks/category-tiles.tsx";
import { HomeHero } from "#app/blocks/home-hero.tsx";
import { HomeNewsletter } from "#app/blocks/home-newsletter.tsx";
import { HomeTabs } from "#app/blocks/home-tabs.tsx";
import { LoadError } from "#app/blocks/load-error.tsx";
import { MusicButton } from "#app/blocks/music-button.tsx";
import { storeIn } from "#app/blocks/root-data.ts";
import { Testimonials } from "#app/blocks/testimonials.tsx";
import { WhyUs } from "#app/blocks/why-us.tsx";
import { homeProducts, type ProductTile } from "#app/features/catalog/queries.server.ts";
import { SITE } from "#app/features/site/content.ts";
import { cacheTagsContext, shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/home.ts";

const HERO_GOODS = 6;

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { name } = storeIn(matches);
  const title = `${name}: ${SITE.tagline}`;
  const base = loaderData?.baseUrl ?? "";
  return [
    { title },
    { name: "description", content: SITE.description },
    { tagName: "link", rel: "canonical", href: `${base}/` },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: SITE.description },
    { property: "og:url", content: `${base}/` },
    { property: "og:image", content: `${base}/og.png` },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "WebSite",
        name,
        url: `${base}/`,
        potentialAction: {
          "@type": "SearchAction",
          target: `${base}/products?search={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
    },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const products = await homeProducts(db);
  const goods = heroGoods([...products.best_sellers, ...products.featured, ...products.new_arrivals]);
  const page = context.get(cacheTagsContext);
  for (const product of Object.values(products).flat()) page.products.add(product.id);
  return { products, goods, baseUrl };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, goods } = loaderData;
  return (
    <>
      <HomeHero goods={goods} />
      <CategoryTiles />
      <HomeTabs products={products} />
      <WhyUs />
      <Testimonials />
      <HomeNewsletter />
      <MusicButton />
    </>
  );
}

/** Six different goods with a picture, or fewer when the shop has no more. */
function heroGoods(products: ProductTile[]): ProductTile[] {
  const pictured = new Map(products.filter((product) => product.image).map((product) => [product.image, product]));
  return [...pictured.values()].slice(0, HERO_GOODS);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadError error={error} message="Error - Failed to load products" />;
}
