import { useEffect, useState } from "react";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { readSeen } from "#app/features/products/store.ts";
import { Section } from "#app/ui/section.tsx";
import { ProductGrid } from "./product-grid.tsx";

/**
 * The products last viewed in this browser, with current prices, without `except`; renders nothing if there are none.
 */
export default function RecentlySeen({ except }: { except?: string }) {
  const [products, setProducts] = useState<TileProduct[]>([]);

  useEffect(() => {
    const ids = readSeen().filter((id) => id !== except);
    if (ids.length === 0) return;
    const controller = new AbortController();
    fetch(`/products/tiles?ids=${ids.join(",")}`, controller)
      .then(async (response) =>
        response.ok ? ((await response.json()) as { products: TileProduct[] }) : { products: [] },
      )
      .then((answer) => setProducts(answer.products))
      .catch(() => {});
    return () => controller.abort();
  }, [except]);

  if (products.length === 0) return null;
  return (
    <Section id="recently-seen" title="Recently viewed" className="pt-8 pb-4 sm:pt-12">
      <ProductGrid products={products} />
    </Section>
  );
}
