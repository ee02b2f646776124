import { CardOptions } from "#app/features/products/components/card-options.tsx";
import { DistributorLink } from "#app/features/products/components/distributor-link.tsx";
import { PriceHints } from "#app/features/products/components/price-hints.tsx";
import { PriceTag } from "#app/features/products/components/price-tag.tsx";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { productHref } from "#app/features/products/links.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { CARD_RATING, percentOff } from "#app/features/products/rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { CardPurchase } from "./card-purchase.tsx";
import { WishlistButton } from "./wishlist-button.tsx";

type ProductTileProps = {
  product: TileProduct;
  /** One level below the heading above it. */
  heading?: "h2" | "h3";
  /** In the first viewport: its picture is loaded eagerly. */
  eager?: boolean;
  sizes?: string;
};

/** A product card. The whole card is clickable through the link on its name. */
export function ProductTile({ product, heading: Heading = "h3", eager, sizes }: ProductTileProps) {
  const percent = percentOff(product);
  const { group } = product;
  return (
    <article className="card group tile">
      <div className="tile-top">
        <Picture
          address={product.image}
          alt={product.image_alt ?? ""}
          eager={eager}
          sizes={sizes}
          className="tile-picture"
        />
        {percent === null ? null : (
          <Badge tone="accent" className="tile-percent">
            <span className="sr-only">{`Reduced by ${percent} percent`}</span>
            <span aria-hidden>{`-${percent}%`}</span>
          </Badge>
        )}
        <WishlistButton product={product} className="tile-heart" />
      </div>
      <div className="tile-text">
        <p className="text-xs text-muted">
          <DistributorLink name={product.distributor} />
        </p>
        <Heading className="tile-name">
          <Link to={productHref(product.slug)} prefetch="intent" className="tile-link">
            <ProductName name={group?.name || product.name} />
          </Link>
        </Heading>
        <p className="tile-unit">
          {group ? <span className="font-medium text-ink">{group.options}</span> : product.unit}
        </p>
        <Stars rating={CARD_RATING} className="mt-1" />
        <div className="pt-1.5">
          <PriceTag product={product} isFrom={group?.from} />
          <PriceHints product={product} />
        </div>
        <div className="mt-auto pt-1.5">
          {group ? <CardOptions product={product} /> : <CardPurchase product={product} />}
        </div>
      </div>
    </article>
  );
}
