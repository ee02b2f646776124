import { Heart, ShoppingCart, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isBlocked } from "#app/features/cart/components/cart-messages.ts";
import { LineMessage } from "#app/features/cart/components/line-message.tsx";
import { lineFromWishlistItem } from "#app/features/cart/rules.ts";
import { PriceHints } from "#app/features/products/components/price-hints.tsx";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatNaira } from "#app/lib/money.ts";
import { HALF_OF_PHONE } from "#app/lib/pictures.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { toast } from "#app/ui/toast.ts";
import type { WishlistItem } from "../rules.ts";
import type { WishlistFacts } from "../rules/check.ts";
import { clearWishlist, removeFromWishlist, useWishlist } from "../store.ts";
import { useWishlistCheck } from "./use-wishlist-check.ts";

const FADE_MS = 300;

export function EmptyWishlist() {
  return (
    <EmptyState
      icon={<Heart />}
      title="Your wishlist is empty"
      action={
        <>
          <Link to="/products" className={buttonClass("primary", "lg")}>
            Browse Products
          </Link>
          <Link to="/products/best-sellers" className={buttonClass("outline", "lg")}>
            See best sellers
          </Link>
        </>
      }
    >
      Tap the heart on a product to keep it here, in this browser.
    </EmptyState>
  );
}

/** Wishlist of this browser. Rendered only in the browser: the wishlist is in local storage. */
export function WishlistGrid({ onAddToCart }: { onAddToCart: (item: WishlistItem) => void }) {
  const { items } = useWishlist();
  const { leaving, remove, clear } = useRemoval(items);
  const facts = useWishlistCheck();

  if (items.length === 0) return <EmptyWishlist />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{items.length === 1 ? "1 saved product" : `${items.length} saved products`}</p>
        <Button variant="ghost" size="sm" className="-mr-3 text-clay-deep!" onClick={clear}>
          Clear Wishlist
        </Button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9.25rem,100%),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 md:grid-cols-3 lg:grid-cols-4">
        {items.map((item) => (
          <WishlistCard
            key={item.id}
            item={item}
            facts={facts[item.id]}
            leaving={leaving.includes(item.id)}
            onRemove={() => remove(item)}
            onAddToCart={() => onAddToCart(item)}
          />
        ))}
      </ul>
    </>
  );
}

type WishlistCardProps = {
  item: WishlistItem;
  /** Result of the server check; undefined until it has arrived. */
  facts: WishlistFacts | undefined;
  leaving: boolean;
  onRemove: () => void;
  onAddToCart: () => void;
};

function WishlistCard({ item, facts, leaving, onRemove, onAddToCart }: WishlistCardProps) {
  const line = { ...lineFromWishlistItem(item), ...facts };
  return (
    <li
      className={cx(
        "card relative flex flex-col overflow-hidden transition-opacity duration-300",
        leaving && "pointer-events-none opacity-0",
      )}
    >
      <div className="bg-sand-deep">
        <Picture
          address={item.image}
          alt=""
          sizes={`(min-width: 1024px) 280px, (min-width: 768px) 33vw, ${HALF_OF_PHONE}`}
        />
      </div>
      <Button
        size="icon"
        variant="ghost"
        className="absolute top-2 right-2 z-10 rounded-full! bg-white hover:text-clay-deep!"
        aria-label={`Remove ${item.name} from wishlist`}
        data-unwish={item.id}
        onClick={onRemove}
      >
        <X aria-hidden className="size-5" />
      </Button>
      <div className="flex flex-1 flex-col gap-1.5 p-3 sm:p-4">
        <h2 className="font-display leading-snug font-bold">
          <Link to={`/product/${item.slug}`} className="line-clamp-3 after:absolute after:inset-0 hover:underline">
            <ProductName name={item.name} />
          </Link>
        </h2>
        <div className="mt-auto pt-1">
          <p className="price text-lg font-bold max-sm:text-base">{formatNaira(item.price_kobo)}</p>
          <PriceHints product={line} />
        </div>
        <LineMessage item={line} changes={facts?.changes} />
        <Button
          variant="soft"
          disabled={isBlocked(line, facts?.changes)}
          className="relative z-10 mt-1 w-full max-sm:px-2"
          aria-label={`Add to Cart: ${item.name}`}
          onClick={onAddToCart}
        >
          <ShoppingCart aria-hidden className="size-4.5 max-[22rem]:hidden" />
          Add to Cart
        </Button>
      </div>
    </li>
  );
}

/** Fades a product out before it is removed, and moves the focus to its neighbour or the heading. */
function useRemoval(items: WishlistItem[]) {
  const [leaving, setLeaving] = useState<string[]>([]);
  const next = useRef<string | null>(null);

  useEffect(() => {
    if (next.current === null) return;
    document.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  }, [items]);

  const remove = (item: WishlistItem) => {
    if (leaving.includes(item.id)) return;
    setLeaving((ids) => [...ids, item.id]);
    // Not cancelled on unmount: the removal is final.
    setTimeout(() => {
      const { items: present } = useWishlist.getState();
      const at = present.findIndex(({ id }) => id === item.id);
      const neighbour = present[at + 1] ?? present[at - 1];
      next.current = neighbour ? `[data-unwish="${neighbour.id}"]` : "h1";
      removeFromWishlist(item.id);
      setLeaving((ids) => ids.filter((id) => id !== item.id));
      toast.success("Removed from wishlist");
    }, FADE_MS);
  };
  const clear = () => {
    next.current = "h1";
    clearWishlist();
    toast.success("Wishlist cleared");
  };
  return { leaving, remove, clear };
}
