import { lineTotal } from "#app/features/pricing/rules.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";
import { productHref } from "../links.ts";
import type { TileProduct } from "../queries.server.ts";
import { stockBadge } from "../rules.ts";

/** The lower part of a group's card, with its variant's price of the minimum order; the page has the others. */
export function CardOptions({ product }: { product: TileProduct }) {
  const badge = stockBadge(product.stock_quantity);
  return (
    <>
      <p className="tile-order">
        <span className="tile-terms">
          {`Min. ${formatCount(product.min_order)} · `}
          <span className="price">{formatNaira(lineTotal(product, product.min_order))}</span>
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <Link
        to={productHref(product.slug)}
        prefetch="intent"
        aria-label={`See options: ${product.group?.name ?? product.name}`}
        className="button tile-add tile-action"
      >
        See options
      </Link>
    </>
  );
}
