import { formatNaira } from "#app/lib/money.ts";
import { stateCode } from "#app/lib/nigeria.ts";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { askForDelivery, type Asker } from "../links.ts";
import { KIND_NAMES } from "../rules.ts";
import { optionDays } from "../rules/option-days.ts";
import { QuoteFailed } from "./quote-failed.tsx";
import type { Delivery } from "./use-delivery.ts";

type Props = {
  delivery: Delivery;
  /** The shipping form: its state by name, empty before it is chosen, and who asks for a price. */
  form: { state: string; name: string; email: string; phone: string };
  disabled: boolean;
};

/** How the order is delivered: the area where prices differ within the state, then each way with price and days. */
export default function DeliveryChoice({ delivery, form, disabled }: Props) {
  const { state: stateName, name, email, phone } = form;
  const state = stateCode(stateName);
  const { quote, areas, option, lga_code } = delivery;
  return (
    <fieldset disabled={disabled} className="mt-5 border-t border-line pt-4">
      <legend className="sr-only">Delivery</legend>
      <h3 className="font-bold">Delivery</h3>
      {state === null ? <p className="mt-1 text-sm text-muted">Choose your state to see prices and days.</p> : null}
      {areas.length > 0 ? (
        <Field id="delivery-area" label="Local government area" className="mt-2">
          <Select
            {...fieldProps("delivery-area", {})}
            value={lga_code ?? ""}
            onChange={(event) => delivery.chooseArea(event.target.value)}
          >
            <option value="">Choose your area</option>
            {areas.map((area) => (
              <option key={area.code} value={area.code}>
                {area.name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <div aria-live="polite" className="mt-2 grid gap-2">
        {delivery.state === "asking" ? <p className="text-sm text-muted">Asking for delivery prices…</p> : null}
        {delivery.state === "failed" ? <QuoteFailed onAgain={delivery.again} /> : null}
        {quote?.options.map((one) => (
          <label
            key={one.method_id}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-xl border border-line p-3 has-checked:border-forest has-checked:bg-leaf/40"
          >
            <input
              type="radio"
              name="delivery"
              checked={option?.method_id === one.method_id}
              onChange={() => delivery.choose(one.method_id)}
              className="mt-0.5 size-5 shrink-0 accent-forest"
            />
            <span className="min-w-0 font-semibold break-words">
              {KIND_NAMES[one.kind]}: {one.name}
            </span>
            <span className="price font-semibold">{one.kobo === 0 ? "Free" : formatNaira(one.kobo)}</span>
            <span className="col-start-2 col-end-4 text-sm break-words text-muted">
              {optionDays(one)}
              {one.carrier ? `, by ${one.carrier}` : ""}
              {one.address ? `, ${one.address}` : ""}
            </span>
          </label>
        ))}
        {quote?.needs_area ? (
          <p className="text-sm text-muted">Choose your area to see prices and days: they differ within {stateName}.</p>
        ) : null}
        {quote?.options.length === 0 && !quote.needs_area ? (
          <p className="rounded-xl bg-amber-soft px-4 py-3 text-sm text-amber-ink">
            We have no delivery price for this cart and place yet.{" "}
            <Link
              to={askForDelivery(lga_code ?? state ?? "")}
              state={{ asker: { name, email, phone } } satisfies Asker}
              className="font-semibold underline"
            >
              Ask for a delivery price
            </Link>
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
