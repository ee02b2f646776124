import { ShoppingCart } from "lucide-react";
import { useId, useRef, useState } from "react";
import { orderGrid } from "#app/features/cart/rules/order-grid.ts";
import type { GroupVariant, ProductGroup } from "#app/features/products/queries/variants.server.ts";
import type { RefusedForm } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Label } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { GridSummary } from "./order-grid-summary.tsx";
import { GridTable } from "./order-grid-table.tsx";
import { useOrderGrid } from "./use-order-grid.ts";

export type OrderGridProps = {
  group: ProductGroup;
  /** The address of the page, whose action handles the form without JavaScript. */
  action: string;
  /** The server's errors for a form that was posted without JavaScript. */
  refused?: RefusedForm;
};

/**
 * All variants of a group with a quantity field each and one add button. It is its own form, so that it works without
 * JavaScript; nothing is added if one quantity is invalid.
 */
export default function OrderGrid({ group, action, refused }: OrderGridProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const isLive = useHydrated();
  const grid = orderGrid(group.option_names, group.variants);
  const [shown, setShown] = useState(0);
  const order = useOrderGrid(group, form, refused);
  const hasManyTables = grid.tables.length > 1;

  function submit() {
    void order.submit().then((wrong) => {
      if (!wrong) return;
      const table = grid.tables.findIndex(({ rows }) =>
        rows.some(({ cells }) => cells.some((one) => one?.id === wrong)),
      );
      if (table >= 0) setShown(table);
      // The field may be in a table that this render mounts.
      requestAnimationFrame(() => order.fieldOf(wrong)?.focus());
    });
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      noValidate
      className="card p-4 sm:p-5"
      onInput={order.readFields}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-sm text-muted">{conditions(group.variants)}</p>
      {order.message ? (
        <p role="alert" className="mt-3 rounded-2xl bg-clay-soft px-4 py-3 font-medium text-clay-deep">
          {order.message}
        </p>
      ) : null}
      {hasManyTables && isLive ? (
        <div className="mt-3 max-w-72">
          <Label htmlFor={`${id}-table`}>{grid.tableName}</Label>
          <Select id={`${id}-table`} value={shown} onChange={(event) => setShown(Number(event.target.value))}>
            {grid.tables.map(({ title }, at) => (
              <option key={title} value={at}>
                {title}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      {grid.tables.map((table, at) => (
        <div key={table.title} hidden={isLive && at !== shown} className="mt-3">
          {hasManyTables ? (
            <h3 className="mb-2 font-semibold">
              {grid.tableName}: {table.title}
            </h3>
          ) : null}
          <GridTable grid={grid} table={table} order={order} caption={`${group.name} ${table.title}`.trim()} />
        </div>
      ))}
      <div
        data-ordering={order.lines.length > 0 || undefined}
        className={cx(
          "mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t border-line pt-4",
          // On mobile the totals replace the page's purchase bar (`data-ordering`), which would add only this variant.
          order.lines.length > 0 &&
            "max-md:sticky max-md:bottom-0 max-md:z-30 max-md:-mx-4 max-md:-mb-4 max-md:rounded-b-2xl max-md:bg-white max-md:px-4 max-md:pt-2.5 max-md:pb-2.5 max-md:shadow-[-1.5rem_0_white,1.5rem_0_white]",
        )}
      >
        <GridSummary lines={order.lines} group={group} />
        <Button type="submit" size="lg" className="px-5 max-sm:w-full" disabled={order.isBusy} data-tap="add variants">
          <ShoppingCart aria-hidden className="size-5" />
          {order.lines.length > 0 ? `Add ${order.lines.length} to Cart` : "Add all to Cart"}
        </Button>
      </div>
    </form>
  );
}

/** Terms that are equal for all variants: minimum, multiple and unit. */
function conditions(variants: readonly GroupVariant[]): string {
  const same = (of: (variant: GroupVariant) => string | number) => new Set(variants.map(of)).size === 1;
  const [first] = variants;
  if (!first) return "";
  const parts = ["Type how many of each you want."];
  if (same(({ unit }) => unit) && first.unit !== "") parts.push(`Sold by the ${first.unit}.`);
  if (same(({ min_order }) => min_order) && first.min_order > 1)
    parts.push(`Minimum of each: ${formatCount(first.min_order)}.`);
  if (same(({ order_multiple }) => order_multiple) && first.order_multiple > 1)
    parts.push(`In multiples of ${formatCount(first.order_multiple)}.`);
  return parts.join(" ");
}
