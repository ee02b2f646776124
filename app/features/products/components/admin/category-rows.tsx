import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { listHref, readList } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useSortable } from "#app/ui/use-sortable.ts";
import { categoryPicture } from "../../links.ts";
import type { AdminCategory, CategoryBranch } from "../../queries/admin-categories.server.ts";
import { CATEGORIES_PATH } from "../../rules/category-form.ts";
import { PRODUCTS } from "../../rules/product-list.ts";

type CategoryRowsProps = {
  rows: readonly (AdminCategory | CategoryBranch)[];
  /** Name of the parent category, if any. */
  parent?: string;
  /** Moves a category to a position among these rows. */
  onOrder: (id: string, to: number) => void;
};

/** Sibling categories with their sub-categories; reordered with buttons or drag and drop. */
export function CategoryRows({ rows, parent, onOrder }: CategoryRowsProps) {
  return (
    <ol
      aria-label={parent ? `Under ${parent}` : "Categories"}
      className={parent ? "ml-4 border-l border-line sm:ml-12" : "card divide-y divide-line"}
    >
      {rows.map((row, place) => (
        <CategoryRow
          key={row.id}
          row={row}
          place={place}
          count={rows.length}
          list={parent ?? "top"}
          onOrder={onOrder}
          onDropped={(dragged) => onOrder(dragged, place)}
        />
      ))}
    </ol>
  );
}

type CategoryRowProps = Pick<CategoryRowsProps, "onOrder"> & {
  row: AdminCategory | CategoryBranch;
  place: number;
  count: number;
  list: string;
  onDropped: (dragged: string) => void;
};

function CategoryRow({ row, place, count, list, onOrder, onDropped }: CategoryRowProps) {
  const { id, name, slug, products, children, suppliers } = row;
  const within = "under" in row ? row.under.reduce((sum, one) => sum + one.products, 0) : 0;
  const { ref, state } = useSortable<HTMLDivElement>(`categories ${list}`, id, onDropped);
  return (
    <li>
      <div
        ref={ref}
        data-list-row={id}
        className={cx(
          "flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-4",
          state === "over" && "bg-leaf",
          state === "dragged" && "opacity-50",
        )}
      >
        <GripVertical aria-hidden className="size-4.5 cursor-grab text-muted max-sm:hidden" />
        <div className="size-11 shrink-0 overflow-hidden rounded-lg bg-sand-deep [&_img]:pointer-events-none">
          <Picture address={categoryPicture(row)} alt="" size={44} sizes="44px" />
        </div>
        <div className="min-w-0 grow basis-40">
          <OpenLink
            to={`${CATEGORIES_PATH}/${id}`}
            data-row-link
            className="inline-flex min-h-11 items-center font-semibold [overflow-wrap:anywhere] text-forest underline-offset-3 hover:underline sm:min-h-8"
          >
            {name}
          </OpenLink>
          <p className="text-sm [overflow-wrap:anywhere] text-muted max-sm:hidden">/category/{slug}</p>
        </div>
        <ProductCount id={id} products={products + within} name={name} />
        <div className="ml-auto flex items-center">
          {products + children + suppliers === 0 ? (
            <ConfirmForm
              id={id}
              label={`Delete ${name}`}
              title="Delete this category?"
              text={`${name} is empty. It stays in the trash for 30 days.`}
            />
          ) : null}
          {[
            { way: "up", Icon: ArrowUp, to: place - 1 },
            { way: "down", Icon: ArrowDown, to: place + 1 },
          ].map(({ way, Icon, to }) => (
            <Button
              key={way}
              variant="ghost"
              size="icon"
              aria-label={`Move ${name} ${way}`}
              disabled={to < 0 || to === count}
              onClick={() => onOrder(id, to)}
            >
              <Icon aria-hidden className="size-4.5" />
            </Button>
          ))}
        </div>
      </div>
      {"under" in row && row.under.length > 0 ? (
        <CategoryRows rows={row.under} parent={name} onOrder={onOrder} />
      ) : null}
    </li>
  );
}

/** Product count including sub-categories, linked to the products. */
function ProductCount({ id, products, name }: { id: string; products: number; name: string }) {
  const label = `${formatCount(products)} ${products === 1 ? "product" : "products"}`;
  if (products === 0) return <span className="text-sm text-muted">{label}</span>;
  return (
    <Link
      to={listHref(PRODUCTS, readList(PRODUCTS, new URLSearchParams({ category: id })))}
      className="inline-flex min-h-11 items-center text-sm font-medium text-forest underline underline-offset-3"
    >
      {label}
      <span className="sr-only"> in {name}</span>
    </Link>
  );
}
