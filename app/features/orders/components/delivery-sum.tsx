import { formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";

type Props = { order: { delivery_text: string | null; shipping_kobo: number }; className?: string };

/** What the delivery of an order cost, above its total; nothing for an order without rates. */
export function DeliverySum({ order: { delivery_text, shipping_kobo }, className }: Props) {
  if (delivery_text === null) return null;
  return (
    <p className={cx("flex flex-wrap items-baseline justify-between gap-x-4", className)}>
      <span>Delivery</span>
      <span className="price font-semibold">{shipping_kobo === 0 ? "Free" : formatNaira(shipping_kobo)}</span>
    </p>
  );
}
