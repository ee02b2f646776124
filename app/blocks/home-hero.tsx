import { productHref } from "#app/features/products/links.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import type { MarketingClaims } from "#app/features/site/rules/claims.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";

const STATS = ["products", "suppliers", "support", "satisfaction"] as const;

/** The home page's hero: text, two links, and from 768 px some products. */
export function HomeHero({ goods, claims }: { goods: TileProduct[]; claims: MarketingClaims }) {
  return (
    <section className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-8 pt-8 pb-6 sm:pt-12 md:grid-cols-[1.35fr_1fr] lg:grid-cols-[1fr_1.05fr] lg:pt-14 lg:pb-10">
      <div>
        <h1 className="font-display text-[clamp(2.375rem,1.55rem+3.6vw,4rem)] leading-[1.03] font-extrabold tracking-[-0.025em]">
          Stock your shop at <span className="text-forest">market prices.</span>
        </h1>
        <p className="mt-4 max-w-[32rem] text-[1.0625rem] leading-7 text-muted sm:mt-5 sm:text-lg">
          Thousands of goods from trusted suppliers, priced by the carton, bag and bale. The more you take, the less you
          pay.
        </p>
        <div className="mt-6 flex flex-col gap-3 min-[420px]:flex-row sm:mt-7">
          <Link to="/products" className={buttonClass("primary", "lg")}>
            Shop Now
          </Link>
          <Link to="/custom-order" className={buttonClass("outline", "lg")}>
            Request Custom Order
          </Link>
        </div>
        <dl className="mt-8 flex flex-wrap justify-between gap-3 sm:justify-start sm:gap-8 xl:gap-10">
          {STATS.map((name) =>
            claims[name] === null ? null : (
              <div key={name} className="flex flex-col">
                <dt className="order-2 text-[0.8125rem] text-muted sm:text-sm">{name}</dt>
                <dd className="order-1 font-display text-[1.1875rem] leading-7 font-bold sm:text-2xl">
                  {claims[name]}
                </dd>
              </div>
            ),
          )}
        </dl>
      </div>
      {goods.length === 6 ? (
        <ul className="hidden grid-cols-2 gap-3 md:grid lg:grid-cols-3" aria-label="From the shop">
          {goods.map((product, index) => (
            <li key={product.id} className={index >= 4 ? "md:max-lg:hidden" : undefined}>
              <Link
                to={productHref(product.slug)}
                className="group block overflow-hidden rounded-2xl bg-sand-deep focus-visible:-outline-offset-4"
              >
                <Picture
                  address={product.image}
                  alt={product.name}
                  sizes="190px"
                  size={320}
                  className="transition-transform duration-300 group-hover:scale-[1.04]"
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
