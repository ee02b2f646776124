import { Suspense } from "react";
import { PLAIN_TILE, type ListedTile } from "#app/features/products/rules/listed-tile.ts";
import { HALF_OF_PHONE } from "#app/lib/pictures.ts";
import { cx } from "#app/ui/class-names.ts";
import { ProductTile } from "./product-tile.tsx";

/** Number of cards with eager pictures: a phone's first row. */
const EAGER = 2;

type ProductGridProps = {
  products: readonly ListedTile[];
  heading?: "h2" | "h3";
  /** Beside a sidebar there is one column less at 1024 px. */
  narrow?: boolean;
  /** The grid is at the top of its page. */
  eager?: boolean;
};

/**
 * Product cards, two beside each other on a phone, four on a large screen. Each hydrates separately, after the page around
 * it or at the first tap on it.
 */
export function ProductGrid({ products, heading, narrow, eager }: ProductGridProps) {
  const sizes = `(min-width: 1024px) ${narrow ? 220 : 285}px, (min-width: 768px) 31vw, ${HALF_OF_PHONE}`;
  return (
    <ul
      className={cx(
        "grid grid-cols-[repeat(auto-fill,minmax(min(9.25rem,100%),1fr))] gap-2.5 sm:grid-cols-2 sm:gap-4 md:grid-cols-3",
        narrow ? "xl:grid-cols-4" : "lg:grid-cols-4",
      )}
    >
      {products.map((product, i) => (
        <li key={product.id} className="min-w-0">
          <Suspense>
            <ProductTile
              product={{ ...PLAIN_TILE, ...product }}
              heading={heading}
              eager={eager && i < EAGER}
              sizes={sizes}
            />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
