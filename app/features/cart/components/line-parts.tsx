import { Trash2 } from "lucide-react";
import { minimumQuantity, quantityRange, type LinePrice } from "#app/features/pricing/rules.ts";
import {
  buyableUnits,
  chosenUnit,
  countOf,
  multipleText,
  packHint,
  unitText,
  type CountingUnit,
} from "#app/features/pricing/rules/packs.ts";
import { NudgeButton } from "#app/features/products/components/nudge-button.tsx";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { Select } from "#app/ui/select.tsx";
import { lineBounds, type CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { setLineUnit, setQuantity } from "../store.ts";
import { isBlocked } from "./cart-messages.ts";
import type { LineNudge } from "./cart-summary.ts";

/** Props shared by table row and list item of a cart line. */
export type LineProps = {
  item: CartItem;
  changes: LineChange[] | undefined;
  price: LinePrice;
  /** The next price step, on the one line of the cart that shows it. */
  nudge: LineNudge | null;
  onRemove: (item: CartItem) => void;
  /** Called when the shopper changes this line, which dismisses its earlier changes. */
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
        <ProductName name={item.name} />
      </Link>
      {item.unit ? <span className="mt-0.5 block text-sm text-muted">{item.unit}</span> : null}
    </>
  );
}

/** Button to reach the next price step, on the line that shows it. */
export function LineNudgeButton({ item, nudge, onTouched }: Pick<LineProps, "item" | "nudge" | "onTouched">) {
  if (!nudge) return null;
  const add = () => {
    setQuantity(item.id, item.quantity + nudge.add);
    onTouched(item.id);
  };
  return <NudgeButton nudge={nudge} onAdd={add} />;
}

/** The stepper of a line with its unit; `isCompact` leaves out pieces and minimum. */
export function LineQuantity({
  item,
  changes,
  onTouched,
  isCompact = false,
}: Pick<LineProps, "item" | "changes" | "onTouched"> & { isCompact?: boolean }) {
  const blocked = isBlocked(item, changes);
  const product = lineBounds(item);
  const unit = chosenUnit(product, item.quantity, item.count_in ?? 1);
  const { size } = unit;
  const range = quantityRange(product, size);
  const minimum = range.buyable ? range.min : minimumQuantity(item);
  const max = range.buyable ? range.max : minimum;
  const packed = isCompact ? null : packHint(item, item.quantity, size);
  const hint = blocked || isCompact ? null : boundText(item, unit, minimum, max);
  return (
    <div className="grid justify-items-start gap-1">
      <QuantityStepper
        value={item.quantity / size}
        min={minimum / size}
        max={max / size}
        step={range.buyable ? range.step / size : 1}
        whyOff={size === 1 ? (input) => multipleText(product, input) : undefined}
        disabled={blocked}
        label={`Quantity of ${item.name}`}
        onChange={(count) => {
          setQuantity(item.id, count * size);
          onTouched(item.id);
        }}
      />
      {blocked ? null : <UnitSelect item={item} units={buyableUnits(product)} unit={unit} />}
      {packed === null ? null : <span className="pl-1 text-xs text-ink">{packed}</span>}
      {hint ? <span className="pl-1 text-xs text-muted">{hint}</span> : null}
    </div>
  );
}

/** Unit selector of the stepper, for products with larger units. */
function UnitSelect({ item, units, unit }: { item: CartItem; units: CountingUnit[]; unit: CountingUnit }) {
  if (units.length < 2) return null;
  return (
    <Select
      aria-label={`Count ${item.name} in`}
      value={unit.size}
      onChange={(event) => setLineUnit(item.id, Number(event.target.value))}
      wrapperClassName="w-34"
      className="pl-3! text-sm!"
    >
      {units.map((one) => (
        <option key={one.size} value={one.size}>
          {unitText(one, units[0]?.name ?? "")}
        </option>
      ))}
    </Select>
  );
}

/** Message when the quantity is at a bound, in the selected unit of the line. */
function boundText(item: CartItem, { name, size }: CountingUnit, minimum: number, max: number): string | null {
  const counted = (quantity: number) => countOf(quantity / size, size > 1 ? name : "");
  if (item.stock !== null && item.quantity >= max) return `Only ${counted(size > 1 ? max : item.stock)} left`;
  return minimum > 1 ? `Min. ${counted(minimum)}` : null;
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
