import { useSyncExternalStore } from "react";
import { formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { pricesOf, type CartItem } from "../rules.ts";
import type { LineChanges } from "../rules/check.ts";
import { isBlocked } from "./cart-messages.ts";
import type { LineNudge } from "./cart-summary.ts";
import { LineMessage, LinePicture } from "./line-message.tsx";
import { LineName, LineNudgeButton, LineQuantity, RemoveButton, type LineProps } from "./line-parts.tsx";
import { LineSaving } from "./line-saving.tsx";
import { LONG_CART, LongCart } from "./long-cart.tsx";

type LinesProps = Pick<LineProps, "onRemove" | "onTouched"> & {
  items: CartItem[];
  changes: LineChanges;
  nudge: LineNudge | null;
};

type ShownLine = LineProps & { isNextVariant: boolean };

const WIDE = "(min-width: 48rem)";

/** Cart lines: a table on wide screens, else a list; a long cart is one for both. Rendered only in the browser. */
export function CartLines({ items, changes, nudge, ...handlers }: LinesProps) {
  const wide = useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
  const prices = pricesOf(items, (item) => !isBlocked(item, changes[item.id]));
  const lines = items.flatMap((item, at) => {
    const price = prices.get(item.id);
    const own = nudge?.item.id === item.id ? nudge : null;
    const isNextVariant = namesStep(items[at - 1], item, changes);
    return price ? [{ item, changes: changes[item.id], price, nudge: own, isNextVariant, ...handlers }] : [];
  });
  if (lines.length > LONG_CART) return <LongCart lines={lines} />;
  if (!wide) {
    return (
      <ul className="card divide-y divide-line">
        {lines.map((line) => (
          <ListLine key={line.item.id} {...line} />
        ))}
      </ul>
    );
  }
  return (
    <div className="card">
      <table className="w-full">
        <caption className="sr-only">Products in your cart</caption>
        <thead className="border-b border-line text-left text-sm text-muted">
          <tr>
            <Heading className="pl-5">Product</Heading>
            <Heading className="hidden text-right lg:table-cell">Unit price</Heading>
            <Heading>Quantity</Heading>
            <Heading className="text-right">Total</Heading>
            <Heading className="w-14 pr-3">
              <span className="sr-only">Remove</span>
            </Heading>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <TableLine key={line.item.id} {...line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the line before is a variant of the same product with the same price steps, so that it names the step of both. */
function namesStep(before: CartItem | undefined, item: CartItem, changes: LineChanges): boolean {
  if (!before || item.group_id === null || before.group_id !== item.group_id) return false;
  if (isBlocked(before, changes[before.id])) return false;
  return JSON.stringify(before.price_steps) === JSON.stringify(item.price_steps);
}

function watchWidth(onChange: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

function Heading({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <th scope="col" className={cx("px-3 py-3 font-semibold", className)}>
      {children}
    </th>
  );
}

function TableLine({ item, changes, price, nudge, isNextVariant, onRemove, onTouched }: ShownLine) {
  const struck = isBlocked(item, changes) && "text-muted line-through";
  return (
    <tr className="align-top">
      <th scope="row" className="py-4 pr-3 pl-5 text-left font-normal">
        <div className="flex gap-4">
          <LinePicture item={item} className="size-16" />
          <div className="min-w-0 flex-1">
            <LineName item={item} changes={changes} />
            <span className={cx("price mt-1 block text-sm lg:hidden", struck)}>
              {formatNaira(price.unit_kobo)} each
            </span>
            <LineSaving item={item} changes={changes} price={price} isNextVariant={isNextVariant} />
            <LineNudgeButton item={item} nudge={nudge} onTouched={onTouched} />
            <LineMessage item={item} changes={changes} className="mt-2" />
          </div>
        </div>
      </th>
      <td className={cx("price hidden px-3 py-4 text-right leading-11 lg:table-cell", struck)}>
        {formatNaira(price.unit_kobo)}
      </td>
      <td className="px-3 py-4">
        <LineQuantity item={item} changes={changes} onTouched={onTouched} />
      </td>
      <td className={cx("price px-3 py-4 text-right leading-11 font-bold", struck)}>{formatNaira(price.total_kobo)}</td>
      <td className="py-4 pr-3 text-right">
        <RemoveButton item={item} onRemove={onRemove} />
      </td>
    </tr>
  );
}

function ListLine({ item, changes, price, nudge, isNextVariant, onRemove, onTouched }: ShownLine) {
  const struck = isBlocked(item, changes) && "text-muted line-through";
  return (
    <li className="p-4">
      <div className="flex flex-wrap gap-3">
        <LinePicture item={item} className="size-18" />
        <div className="min-w-0 flex-1 basis-28">
          <LineName item={item} changes={changes} />
          <span className={cx("price mt-1 block text-sm", struck)}>{formatNaira(price.unit_kobo)} each</span>
          <LineSaving item={item} changes={changes} price={price} isNextVariant={isNextVariant} />
        </div>
        <RemoveButton item={item} onRemove={onRemove} className="-mt-2 -mr-2" />
      </div>
      <LineMessage item={item} changes={changes} className="mt-3" />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <LineQuantity item={item} changes={changes} onTouched={onTouched} />
        <span className={cx("price ml-auto leading-11 font-bold", struck)}>{formatNaira(price.total_kobo)}</span>
      </div>
      <LineNudgeButton item={item} nudge={nudge} onTouched={onTouched} />
    </li>
  );
}
