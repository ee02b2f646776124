import { useId, useState } from "react";
import { savedKobo } from "#app/features/pricing/rules/price-steps.ts";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { FAMILY_SORTS, familiesOf, findFamilies, type Family, type FamilySort } from "../rules/families.ts";
import { isBlocked } from "./cart-messages.ts";
import { LineMessage, LinePicture } from "./line-message.tsx";
import { LineNudgeButton, LineQuantity, RemoveButton, type LineProps } from "./line-parts.tsx";

/** Lines from which a cart is long. */
export const LONG_CART = 12;

type LongLine = LineProps & { name: string; group_id: string | null; total_kobo: number };

/** A long cart: the variants of a group under one name, short lines, search and sort. */
export function LongCart({ lines }: { lines: readonly LineProps[] }) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<FamilySort>("added");
  const named = lines.map((line): LongLine => {
    const { name, group_id } = line.item;
    return { ...line, name, group_id, total_kobo: line.price.total_kobo };
  });
  const families = findFamilies(familiesOf(named), search, sort);
  const shown = families.reduce((sum, family) => sum + family.lines.length, 0);
  return (
    <>
      <div className="mb-3 grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Input
          type="search"
          aria-label="Search in your cart"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          aria-label="Sort your cart"
          value={sort}
          onChange={(event) => setSort(event.target.value as FamilySort)}
          options={Object.entries(FAMILY_SORTS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <p role="status" className="mb-2 text-sm text-muted">
        {search.trim() === ""
          ? `${formatCount(lines.length)} products`
          : `${formatCount(shown)} of ${formatCount(lines.length)} products`}
      </p>
      <ul className="card divide-y divide-line px-4" aria-label="Products in your cart">
        {families.map((family) => (
          <FamilyItem key={family.lines[0]?.line.item.id} family={family} />
        ))}
      </ul>
    </>
  );
}

function FamilyItem({ family: { name, lines } }: { family: Family<LongLine> }) {
  const id = useId();
  const [first] = lines;
  if (!first) return null;
  if (first.label === "") {
    return (
      <li className="py-2">
        <ShortLine line={first.line} label={name} />
      </li>
    );
  }
  const saved = lines
    .filter(({ line }) => !isBlocked(line.item, line.changes))
    .reduce((sum, { line: { item, price } }) => sum + savedKobo(item, price.unit_kobo, item.quantity), 0);
  const [unit_kobo, ...otherPrices] = new Set(lines.map(({ line }) => line.price.unit_kobo));
  const terms = [
    ...(unit_kobo !== undefined && otherPrices.length === 0 ? [`${formatNaira(unit_kobo)} each`] : []),
    ...(saved > 0 ? [`You save ${formatNaira(saved)}`] : []),
  ];
  return (
    <li className="py-1">
      <div className="flex gap-3 py-1">
        <LinePicture item={first.line.item} className="size-10" />
        <div className="min-w-0">
          <p id={id} className="line-clamp-2 leading-5 font-semibold wrap-anywhere">
            <ProductName name={name} />
          </p>
          {terms.length > 0 ? (
            <p className="text-[0.8125rem] leading-4.5 font-medium text-forest">{terms.join(". ")}</p>
          ) : null}
        </div>
      </div>
      <ul aria-labelledby={id}>
        {lines.map(({ line, label }) => (
          <li key={line.item.id} className="border-t border-line py-0.5">
            <ShortLine line={line} label={label} isVariant showsPrice={otherPrices.length > 0} />
          </li>
        ))}
      </ul>
    </li>
  );
}

type ShortLineProps = { line: LongLine; label: string; isVariant?: boolean; showsPrice?: boolean };

/** One line: name or options, prices, stepper and removal. */
function ShortLine({ line, label, isVariant = false, showsPrice = true }: ShortLineProps) {
  const { item, changes, price, nudge, onRemove, onTouched } = line;
  const struck = isBlocked(item, changes) && "text-muted line-through";
  return (
    <>
      <div className="flex items-start gap-x-1">
        <div className="min-w-0 flex-1">
          <Link
            to={`/product/${item.slug}`}
            aria-label={isVariant ? item.name : undefined}
            className={cx(
              "line-clamp-2 text-sm leading-4.5 font-semibold wrap-anywhere hover:underline",
              isVariant && "pt-1",
              struck,
            )}
          >
            <ProductName name={label} />
          </Link>
          {showsPrice ? (
            <span className={cx("price block text-xs leading-4 text-muted", struck)}>
              {formatNaira(price.unit_kobo)} each
            </span>
          ) : null}
          <span className={cx("price block text-sm leading-4.5 font-bold", struck)}>
            {formatNaira(price.total_kobo)}
          </span>
        </div>
        <LineQuantity item={item} changes={changes} onTouched={onTouched} isCompact />
        <RemoveButton item={item} onRemove={onRemove} className="-mr-3" />
      </div>
      <LineMessage item={item} changes={changes} className="my-1" />
      <LineNudgeButton item={item} nudge={nudge} onTouched={onTouched} />
    </>
  );
}
