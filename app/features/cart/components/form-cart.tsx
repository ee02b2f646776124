import { PlaceForm } from "#app/features/delivery/components/place-form.tsx";
import type { DeliveryQuote } from "#app/features/delivery/rules.ts";
import { buyableUnits, chosenUnit, packHint, unitText } from "#app/features/pricing/rules/packs.ts";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { FORM_CART_PATH } from "../links.ts";
import type { CheckedCart } from "../queries.server.ts";
import { lineBounds } from "../rules.ts";
import type { CheckedLine } from "../rules/check.ts";
import { EmptyCart } from "./empty-cart.tsx";
import { LineMessage, LinePicture } from "./line-message.tsx";
import { LineSaving } from "./line-saving.tsx";

type FormCartProps = {
  cart: CheckedCart | null;
  /** The buyer's place and its ways of delivery; null without rates. */
  delivery: { place: string | null; quote: DeliveryQuote | null } | null;
  /** Selected unit of a line, as size in sold units, by product id; default the sold unit. */
  countIn: Readonly<Record<string, number | undefined>>;
  /** Error message of the submitted form. */
  problem?: string;
};

/** The cookie cart as plain forms, for browsers without JavaScript. */
export function FormCart({ cart, delivery, countIn, problem }: FormCartProps) {
  return (
    <>
      {problem ? (
        <p role="alert" className="mb-4 rounded-2xl bg-clay-soft px-4 py-3 font-medium text-clay-deep">
          {problem}
        </p>
      ) : null}
      {cart ? <FormCartLines cart={cart} delivery={delivery} countIn={countIn} /> : <EmptyCart />}
    </>
  );
}

function FormCartLines({ cart, delivery, countIn }: FormCartProps & { cart: CheckedCart }) {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <ul className="card divide-y divide-line">
        {cart.lines.map((line) => (
          <FormLine key={line.id} line={line} wanted={countIn[line.id] ?? 1} />
        ))}
      </ul>
      <section aria-labelledby="order-summary" className="card p-5">
        <h2 id="order-summary" className="font-display text-xl font-bold">
          Order Summary
        </h2>
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-bold">Total</span>
          <span className="price text-2xl font-bold">{formatNaira(cart.subtotal_kobo)}</span>
        </p>
        {delivery ? <PlaceForm action={FORM_CART_PATH} {...delivery} /> : null}
        <p className="mt-3 text-muted">
          Paying needs JavaScript. Switch it on and open the cart again: what is in it comes along.
        </p>
        <Link to="/products" className={buttonClass("outline", "lg", "mt-5 w-full")}>
          Continue Shopping
        </Link>
      </section>
    </div>
  );
}

function FormLine({ line, wanted }: { line: CheckedLine; wanted: number }) {
  const { id, product, changes } = line;
  const field = `quantity-${id}`;
  const item = product && { ...product, quantity: line.buyable ? line.quantity : line.requested };
  const units = item ? buyableUnits(lineBounds(item)) : [];
  const { size } = item ? chosenUnit(lineBounds(item), item.quantity, wanted) : { size: 1 };
  return (
    <li className="p-4">
      <div className="flex flex-wrap gap-3">
        {item ? <LinePicture item={item} className="size-18" /> : null}
        <div className="min-w-0 flex-1 basis-28">
          {item ? (
            <>
              <Link to={`/product/${item.slug}`} className="font-semibold wrap-anywhere hover:underline">
                <ProductName name={item.name} />
              </Link>
              <span className="price mt-1 block text-sm">
                {formatNaira(line.buyable ? line.unit_kobo : item.price_kobo)} each
              </span>
              {line.buyable ? <LineSaving item={item} changes={changes} price={line} /> : null}
              {line.buyable ? (
                <span className="block text-sm text-muted">{packHint(item, item.quantity, size)}</span>
              ) : null}
            </>
          ) : (
            <p className="font-semibold text-muted">No longer sold</p>
          )}
        </div>
        {line.buyable ? <span className="price font-bold">{formatNaira(line.total_kobo)}</span> : null}
      </div>
      {item ? <LineMessage item={item} changes={changes} className="mt-3" /> : null}
      <form method="post" action={FORM_CART_PATH} className="mt-3 flex flex-wrap items-center gap-2">
        <input type="hidden" name="id" value={id} />
        {item ? (
          <>
            <label htmlFor={field} className="sr-only">
              Quantity of {item.name}
            </label>
            <Input
              id={field}
              name="quantity"
              inputMode="numeric"
              defaultValue={item.quantity / size}
              className="w-24!"
            />
            <input type="hidden" name="shown" value={item.quantity / size} />
            <input type="hidden" name="shown_in" value={size} />
            {units.length > 1 ? (
              <Select
                aria-label={`Count ${item.name} in`}
                name="count_in"
                defaultValue={size}
                wrapperClassName="w-48"
                className="text-sm!"
              >
                {units.map((unit) => (
                  <option key={unit.size} value={unit.size}>
                    {unitText(unit, units[0]?.name ?? "")}
                  </option>
                ))}
              </Select>
            ) : null}
            <Button type="submit" name="intent" value="set" variant="soft">
              Update
            </Button>
          </>
        ) : null}
        <Button type="submit" name="intent" value="remove" variant="ghost" className="text-clay-deep!">
          Remove
        </Button>
      </form>
    </li>
  );
}
