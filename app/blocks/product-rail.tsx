import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useRef } from "react";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { HALF_OF_PHONE } from "#app/lib/pictures.ts";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { ProductTile } from "./product-tile.tsx";

/**
 * Product cards in one row that scrolls or steps sideways. It uses native scroll snapping, so it works without
 * JavaScript.
 */
export function ProductRail({ title, products }: { title: string; products: readonly TileProduct[] }) {
  const id = useId();
  const row = useRef<HTMLUListElement>(null);

  function step(direction: 1 | -1) {
    const list = row.current;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    list?.scrollBy({ left: direction * list.clientWidth * 0.9, behavior });
  }

  if (products.length === 0) return null;
  const arrows = (
    <div className="hidden gap-2 md:flex">
      <Button variant="outline" size="icon" aria-label={`${title}: previous`} onClick={() => step(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <Button variant="outline" size="icon" aria-label={`${title}: next`} onClick={() => step(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </div>
  );
  return (
    <Section
      id={id}
      title={title}
      aside={products.length > 4 ? arrows : undefined}
      className="pt-8 pb-0 sm:pt-12 sm:pb-0"
    >
      <ul
        ref={row}
        aria-labelledby={id}
        className="no-scrollbar -mx-4 flex snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:scroll-px-6 sm:gap-4 sm:px-6 lg:mx-0 lg:scroll-px-0 lg:px-0"
      >
        {products.map((product) => (
          <li key={product.id} className="w-[44%] min-w-38 shrink-0 snap-start md:w-[30%] lg:w-[calc((100%-3rem)/4)]">
            <ProductTile
              product={product}
              sizes={`(min-width: 1024px) 285px, (min-width: 768px) 30vw, ${HALF_OF_PHONE}`}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
