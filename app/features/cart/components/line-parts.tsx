import { Info, Trash2, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { minimumQuantity } from "#app/features/catalog/rules/pricing.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { MAX_QUANTITY, type CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { setQuantity } from "../store.ts";
import { isBlocked, lineMessages } from "./cart-messages.ts";

/** What the table and the list of the cart have in common: one line and what can be done with it. */
export type LineProps = {
  item: CartItem;
  changes: LineChange[] | undefined;
  onRemove: (item: CartItem) => void;
  /** The shopper acted on this line, so what changed before has been read. */
  onTouched: (id: string) => void;
};

export function LinePicture({ item, className }: { item: CartItem; className: string }) {
  return (
    <span className={cx("block shrink-0 overflow-hidden rounded-xl bg-sand-deep", className)}>
      <Picture address={item.image} alt="" size={160} sizes="80px" />
    </span>
  );
}

export function LineName({ item, changes }: Pick<LineProps, "item" | "changes">) {
  const blocked = isBlocked(item, changes);
  return (
    <>
      <Link
        to={`/product/${item.slug}`}
        className={cx(
          "line-clamp-3 font-semibold text-pretty wrap-anywhere hover:underline",
          blocked && "text-muted line-through",
        )}
      >
        {item.name}
      </Link>
      {item.unit ? <span className="mt-0.5 block text-sm text-muted">{item.unit}</span> : null}
    </>
  );
}

/** What changed on a line, and what keeps it from being bought. */
export function LineMessage({
  item,
  changes,
  className,
}: Pick<LineProps, "item" | "changes"> & { className?: string }) {
  const news = lineMessages(item, changes);
  if (news.length === 0) return null;
  return (
    <ul className={cx("flex flex-wrap gap-1.5", className)}>
      {news.map(({ tone, text }) => (
        <li
          key={text}
          className={cx(
            "inline-flex items-start gap-1.5 rounded-lg px-2 py-1 text-[0.8125rem] leading-5 font-medium",
            tone === "stop" ? "bg-clay-soft text-clay-deep" : "bg-amber-soft text-amber-ink",
          )}
        >
          {tone === "stop" ? (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          ) : (
            <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}

export function LineQuantity({ item, changes, onTouched }: Omit<LineProps, "onRemove">) {
  const minimum = minimumQuantity(item);
  const blocked = isBlocked(item, changes);
  const hint = blocked ? null : boundText(item, minimum);
  return (
    <div className="grid justify-items-start gap-1">
      <QuantityStepper
        value={item.quantity}
        min={minimum}
        max={Math.min(item.stock ?? MAX_QUANTITY, MAX_QUANTITY)}
        disabled={blocked}
        label={`Quantity of ${item.name}`}
        onChange={(quantity) => {
          setQuantity(item.id, quantity);
          onTouched(item.id);
        }}
      />
      {hint ? <span className="pl-1 text-xs text-muted">{hint}</span> : null}
    </div>
  );
}

/** The bound that the quantity stands at, if any. */
function boundText(item: CartItem, minimum: number): string | null {
  if (item.stock !== null && item.quantity >= item.stock) return `Only ${item.stock} left`;
  return minimum > 1 ? `Min. ${minimum}` : null;
}

export function RemoveButton({
  item,
  onRemove,
  className,
}: Pick<LineProps, "item" | "onRemove"> & { className?: string }) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cx("text-muted! hover:text-clay-deep!", className)}
      aria-label={`Remove ${item.name}`}
      data-remove={item.id}
      onClick={() => onRemove(item)}
    >
      <Trash2 aria-hidden className="size-5" />
    </Button>
  );
}
