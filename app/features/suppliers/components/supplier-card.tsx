import { MapPin } from "lucide-react";
import { distributorHref } from "#app/features/products/links.ts";
import { formatCount } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import type { ListedSupplier } from "../queries.server.ts";
import { placeOf } from "../rules.ts";

/** Public supplier card: location, categories and link to its products. */
export function SupplierCard({ supplier }: { supplier: ListedSupplier }) {
  const { name, address, distributor, categories, products } = supplier;
  const href = products > 0 ? distributorHref(distributor) : null;
  const shown = categories.slice(0, 3);
  return (
    <article className="card relative flex h-full flex-col gap-3 p-5 has-[a:hover]:border-forest">
      <h2 className="font-display text-lg leading-snug font-bold break-words">
        {href ? (
          <Link to={href} className="after:absolute after:inset-0 after:rounded-2xl">
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      <p className="flex items-start gap-2 text-muted">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0 text-forest" />
        {placeOf(address)}
      </p>
      <ul aria-label="Categories" className="flex flex-wrap gap-1.5">
        {shown.map((category) => (
          <li key={category} className="rounded-full bg-leaf px-2.5 py-0.5 text-sm font-medium text-forest">
            {category}
          </li>
        ))}
        {categories.length > shown.length ? (
          <li className="px-1 py-0.5 text-sm text-muted">and {categories.length - shown.length} more</li>
        ) : null}
      </ul>
      <p className="mt-auto pt-1 text-sm font-semibold">
        {products === 0 ? "No products listed yet" : products === 1 ? "1 product" : `${formatCount(products)} products`}
      </p>
    </article>
  );
}
