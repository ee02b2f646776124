import { formatNaira } from "#app/lib/money.ts";
import { STATE_NAMES, stateOf, type StateCode } from "#app/lib/nigeria.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { askForDelivery } from "../links.ts";
import { KIND_NAMES, type DeliveryQuote } from "../rules.ts";
import { optionDays } from "../rules/option-days.ts";

const STATES = Object.keys(STATE_NAMES) as StateCode[];

type Props = {
  action: string;
  /** The chosen place, or null. */
  place: string | null;
  quote: DeliveryQuote | null;
};

/** The place and what delivery there costs, as a form for browsers without JavaScript: areas follow their state. */
export function PlaceForm({ action, place, quote }: Props) {
  const state = place === null ? null : stateOf(place);
  const areas = quote?.areas ?? [];
  const asksArea = state !== null && areas.length > 0;
  return (
    <section aria-labelledby="delivery" className="mt-4 border-t border-line pt-4">
      <h3 id="delivery" className="font-bold">
        Delivery
      </h3>
      <form method="get" action={action} className="mt-2 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <Field id="place" label="Your place">
          <Select {...fieldProps("place", {})} name="place" defaultValue={place ?? ""}>
            <option value="">Choose your state</option>
            {asksArea ? (
              <optgroup label={STATE_NAMES[state]}>
                <option value={state}>Choose your area in {STATE_NAMES[state]}</option>
                {areas.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ) : null}
            {STATES.filter((code) => code !== state || !asksArea).map((code) => (
              <option key={code} value={code}>
                {STATE_NAMES[code]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="soft">
          Show prices
        </Button>
      </form>
      {quote && place ? <Options place={place} quote={quote} /> : null}
    </section>
  );
}

function Options({ place, quote: { place: name, options, needs_area } }: { place: string; quote: DeliveryQuote }) {
  if (needs_area)
    return <p className="mt-3 text-sm">Prices differ within {name}: please choose your area and show prices again.</p>;
  if (options.length === 0) {
    return (
      <p className="mt-3 text-sm">
        To {name}: no delivery price yet.{" "}
        <Link to={askForDelivery(place)} className="font-semibold text-forest underline">
          Ask for a delivery price
        </Link>
      </p>
    );
  }
  return (
    <ul className="mt-3 grid gap-2 text-sm">
      {options.map(({ method_id, kind, name: way, kobo, from, to, carrier, address }) => (
        <li key={method_id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 break-words">
            {KIND_NAMES[kind]}: {way}
            {carrier ? `, by ${carrier}` : ""}
            <span className="block text-muted">
              {optionDays({ kind, from, to })}
              {address ? `, ${address}` : ""}
            </span>
          </span>
          <span className="price font-semibold">{kobo === 0 ? "Free" : formatNaira(kobo)}</span>
        </li>
      ))}
    </ul>
  );
}
