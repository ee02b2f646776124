import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { quantityField, type VariantTable, type OrderGrid } from "#app/features/cart/rules/order-grid.ts";
import { quantityRange, unitPrice } from "#app/features/pricing/rules.ts";
import type { GroupVariant } from "#app/features/products/queries/variants.server.ts";
import { formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { CONTROL } from "#app/ui/input.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { OrderGridState } from "./use-order-grid.ts";

type TableProps = {
  grid: OrderGrid<GroupVariant>;
  table: VariantTable<GroupVariant>;
  order: OrderGridState;
  caption: string;
};

/** One table of an order grid. With many columns it scrolls horizontally with fixed row headings. */
export function GridTable({ grid, table, order, caption }: TableProps) {
  const isList = grid.columnName === "";
  // Without JavaScript the buttons would do nothing.
  const isLive = useHydrated();
  const prices = new Set(table.rows.flatMap(({ cells }) => cells.map((one) => one && unitPrice(one, one.min_order))));
  prices.delete(null);
  return (
    <div
      role="region"
      aria-label={`Quantities of ${caption}`}
      // A scrollable region must be reachable by keyboard.
      tabIndex={grid.columns.length > 3 ? 0 : undefined}
      className="relative -mx-4 overflow-x-auto px-4 pb-1 sm:-mx-5 sm:px-5"
    >
      <table className={cx("border-separate border-spacing-y-1 text-left", isList && "w-full")}>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="sticky left-0 bg-white pr-3 font-normal">
              {isList ? grid.rowName : `${grid.rowName} / ${grid.columnName}`}
            </th>
            {grid.columns.map((column) => (
              <th key={column} scope="col" className="min-w-17 px-1 font-semibold wrap-anywhere text-ink sm:min-w-24">
                {isList ? "Quantity" : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ value, cells }) => (
            <tr key={value} className="align-top">
              <th
                scope="row"
                className="sticky left-0 max-w-20 bg-white pt-2.5 pr-2 font-semibold wrap-anywhere sm:max-w-32 sm:pr-3"
              >
                {value}
              </th>
              {cells.map((variant, at) => (
                <td key={variant?.id ?? `none-${at}`} className="px-1">
                  {variant ? (
                    <Cell variant={variant} order={order} hasButtons={isList && isLive} showsPrice={prices.size > 1} />
                  ) : (
                    <span className="block pt-2.5 text-center text-muted">
                      <span aria-hidden>–</span>
                      <span className="sr-only">Not available</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = { variant: GroupVariant; order: OrderGridState; hasButtons: boolean; showsPrice: boolean };

const LOW = 10;

function Cell({ variant, order, hasButtons, showsPrice }: CellProps) {
  const id = useId();
  const name = quantityField(variant.id);
  const error = order.errors[name];
  const range = quantityRange(variant);
  const price = showsPrice ? formatNaira(unitPrice(variant, variant.min_order)) : null;
  // A field that the server refused stays, even if its stock is gone.
  if (!range.buyable && !error) {
    return (
      <p className="pt-2.5 text-sm text-muted">
        {range.reason === "out_of_stock" ? "Out of Stock" : `Only ${variant.stock_quantity} left`}
      </p>
    );
  }
  const left = variant.stock_quantity <= LOW && !error ? `${variant.stock_quantity} left` : null;
  return (
    <div className={cx("grid gap-1", hasButtons ? "justify-items-start" : "min-w-17 sm:min-w-22")}>
      <div className="flex items-center gap-1">
        {hasButtons ? <StepButton variant={variant} order={order} step={-1} /> : null}
        <input
          type="text"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          placeholder="0"
          defaultValue={order.initial[name] ?? ""}
          aria-label={`Quantity of ${variant.name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onBlur={() => order.check(variant)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
            event.preventDefault();
            order.step(variant, event.key === "ArrowUp" ? 1 : -1);
          }}
          className={cx(CONTROL, "max-w-24 min-w-16 px-2! text-center font-semibold tabular-nums")}
        />
        {hasButtons ? <StepButton variant={variant} order={order} step={1} /> : null}
      </div>
      {price || left ? <p className="price text-xs text-muted">{[price, left].filter(Boolean).join(" · ")}</p> : null}
      {error ? (
        <p id={id} className="max-w-56 text-xs font-medium text-clay-deep">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function StepButton({ variant, order, step }: Pick<CellProps, "variant" | "order"> & { step: 1 | -1 }) {
  const Icon = step < 0 ? Minus : Plus;
  return (
    <button
      type="button"
      className="grid size-11 shrink-0 place-items-center rounded-xl text-forest hover:bg-leaf"
      aria-label={`${step < 0 ? "Less" : "More"} of ${variant.name}`}
      onClick={() => order.step(variant, step)}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
