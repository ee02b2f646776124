import { ImageOff, Pencil } from "lucide-react";
import type { Right } from "#app/features/permissions/rules.ts";
import { recordHref, type ListState } from "#app/lib/list.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { pictureVariant } from "#app/lib/pictures.ts";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { OpenLink, RowLink } from "#app/ui/admin/list-table.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { productHref } from "../../links.ts";
import type { AdminProduct } from "../../queries/admin-products.server.ts";
import { PRODUCTS, shortId } from "../../rules/product-list.ts";
import { QuickField } from "./quick-field.tsx";

type CellsProps = { row: AdminProduct; state: ListState<typeof PRODUCTS>; may: (right: Right) => boolean };

/** Table cells of a product in the list. */
export function ProductCells({ row, state, may }: CellsProps) {
  const { id, name, price_kobo, discount_price_kobo, stock_quantity } = row;
  return {
    name: (
      <span className="flex items-center gap-3">
        <Thumbnail image={row.image} />
        <span className="min-w-0">
          {may("products.edit") ? (
            <RowLink spec={PRODUCTS} state={state} id={id} className="break-words max-sm:line-clamp-2">
              {name}
            </RowLink>
          ) : (
            <a
              href={productHref(row.slug)}
              data-row-link
              className="font-semibold break-words text-forest underline-offset-3 hover:underline"
            >
              {name}
            </a>
          )}
          <span className="block text-sm font-normal text-muted in-data-compact:sm:hidden">
            {[row.unit, row.isVariant ? "variant" : ""].filter(Boolean).join(" · ")}
            <span className="font-mono text-xs max-sm:hidden"> · {shortId(id)}</span>
          </span>
        </span>
      </span>
    ),
    category: row.category ?? "Uncategorized",
    price: (
      <span className="inline-grid justify-items-start sm:justify-items-end">
        {may("products.edit") ? (
          <QuickField intent="price" id={id} value={price_kobo} label={`Price of ${name} in naira`} />
        ) : (
          <span>{formatNaira(price_kobo)}</span>
        )}
        {discount_price_kobo === null ? null : (
          <span className="text-sm text-muted">now {formatNaira(discount_price_kobo)}</span>
        )}
      </span>
    ),
    stock: may("stock.edit") ? (
      <QuickField
        intent="stock"
        id={id}
        value={stock_quantity}
        label={`Stock of ${name}`}
        className={cx("font-semibold", stock_quantity > 0 ? "text-forest!" : "text-clay-deep!")}
      />
    ) : (
      <Badge tone={stock_quantity > 0 ? "good" : "out"}>{formatCount(stock_quantity)}</Badge>
    ),
    actions: may("products.edit") ? (
      <span className="inline-flex items-center justify-end gap-1">
        <OpenLink
          to={recordHref(PRODUCTS, state, id)}
          aria-label={`Edit ${name}`}
          className={buttonClass("ghost", "sm", "text-forest max-sm:hidden in-data-compact:sm:min-h-9")}
        >
          <Pencil aria-hidden className="size-4" />
          Edit
        </OpenLink>
        <ConfirmForm
          isQuiet
          id={id}
          label={`Delete ${name}`}
          title="Delete this product?"
          text="Are you sure you want to delete this product? It stays in the trash for 30 days and can be restored."
        />
      </span>
    ) : (
      <a href={productHref(row.slug)} className="text-forest underline underline-offset-3">
        View
      </a>
    ),
  };
}

/** The first picture; a placeholder if it fails to load. */
function Thumbnail({ image }: { image: string | null }) {
  return (
    <span className="relative grid size-12 shrink-0 place-items-center overflow-hidden in-data-compact:sm:size-8 rounded-lg bg-sand-deep text-muted">
      <ImageOff aria-hidden className="size-5" />
      {image ? (
        <img
          src={pictureVariant(image, 160)}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={(event) => event.currentTarget.remove()}
        />
      ) : null}
    </span>
  );
}
