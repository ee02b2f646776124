import { Trash2 } from "lucide-react";
import { Link } from "react-router";
import { NudgeButton } from "#app/features/catalog/components/nudge-button.tsx";
import { multipleText, packHint } from "#app/features/catalog/rules/packs.ts";
import { minimumQuantity, quantityRange, type LinePrice } from "#app/features/catalog/rules/pricing.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { stockedOf, type CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { setQuantity } from "../store.ts";
import { isBlocked } from "./cart-messages.ts";
import type { LineNudge } from "./cart-summary.ts";

/** What the table and the list of the cart have in common: one line and what can be done with it. */
export type LineProps = {
  item: CartItem;
  changes: LineChange[] | undefined;
  price: LinePrice;
  /** What brings the next price step, on the one line of the cart that says so. */
  nudge: LineNudge | null;
  onRemove: (item: CartItem) => void;
  /** The shopper acted on this line, so what changed before has been read. */
  onTouched: (id: string) => void;
};

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

/** The button that brings the next price step, on the line that has it. */
export function LineNudgeButton({ item, nudge, onTouched }: Pick<LineProps, "item" | "nudge" | "onTouched">) {
  if (!nudge) return null;
  const add = () => {
    setQuantity(item.id, item.quantity + nudge.add);
    onTouched(item.id);
  };
  return <NudgeButton nudge={nudge} onAdd={add} />;
}

export function LineQuantity({ item, changes, onTouched }: Pick<LineProps, "item" | "changes" | "onTouched">) {
  const minimum = minimumQuantity(item);
  const blocked = isBlocked(item, changes);
  const product = stockedOf(item);
  const range = quantityRange(product);
  const max = range.buyable ? range.max : minimum;
  const packed = packHint(item, item.quantity);
  const hint = blocked ? null : boundText(item, minimum, max);
  return (
    <div className="grid justify-items-start gap-1">
      <QuantityStepper
        value={item.quantity}
        min={minimum}
        max={max}
        step={item.order_multiple}
        whyOff={(typed) => multipleText(product, typed)}
        disabled={blocked}
        label={`Quantity of ${item.name}`}
        onChange={(quantity) => {
          setQuantity(item.id, quantity);
          onTouched(item.id);
        }}
      />
      {packed === null ? null : <span className="pl-1 text-xs text-ink">{packed}</span>}
      {hint ? <span className="pl-1 text-xs text-muted">{hint}</span> : null}
    </div>
  );
}

/** The bound that the quantity stands at, if any. */
function boundText(item: CartItem, minimum: number, max: number): string | null {
  if (item.stock !== null && item.quantity >= max) return `Only ${item.stock} left`;
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
