import { Form } from "react-router";
import { lgasOf, placeName } from "#app/lib/lgas.ts";
import { formatNaira } from "#app/lib/money.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import type { Preview } from "../../queries/preview.server.ts";
import { KIND_NAMES } from "../../rules.ts";
import { optionDays } from "../../rules/option-days.ts";

const STATE_CODES = Object.keys(STATE_NAMES) as StateCode[];

/** What a buyer at a place with goods of a weight would see now. */
export function DeliveryPreview({ preview: { place, kg, worth, problem, options } }: { preview: Preview }) {
  return (
    <section aria-labelledby="delivery-preview" className="card p-4 sm:p-5">
      <h2 id="delivery-preview" className="text-lg font-bold">
        What would a buyer see?
      </h2>
      <Form method="get" preventScrollReset className="mt-3 grid gap-3">
        <Field id="place" label="Place">
          <Input
            {...fieldProps("place", {})}
            name="place"
            list="places"
            defaultValue={place}
            placeholder="Aba North, Abia"
            autoComplete="off"
          />
        </Field>
        <datalist id="places">
          {STATE_CODES.flatMap((state) => [state, ...lgasOf(state).map(({ code }) => code)]).map((code) => (
            <option key={code}>{placeName(code)}</option>
          ))}
        </datalist>
        <div className="grid grid-cols-2 gap-3">
          <Field id="kg" label="Weight (kg)">
            <Input {...fieldProps("kg", {})} name="kg" inputMode="numeric" defaultValue={kg} />
          </Field>
          <Field id="worth" label="Goods worth (₦)">
            <Input {...fieldProps("worth", {})} name="worth" inputMode="decimal" defaultValue={worth} />
          </Field>
        </div>
        <Button type="submit" variant="outline">
          Show
        </Button>
      </Form>
      <div aria-live="polite">
        {problem ? <p className="mt-3 text-sm font-medium text-clay-deep">{problem}</p> : null}
        {options?.length === 0 ? (
          <p className="mt-3 text-sm">No way of delivery: the buyer is asked to request a delivery price.</p>
        ) : null}
        {options && options.length > 0 ? (
          <ul className="mt-3 grid gap-2 text-sm">
            {options.map(({ method_id, kind, name, carrier, kobo, from, to }) => (
              <li key={method_id} className="rounded-xl border border-line p-3">
                <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
                  <span className="min-w-0 break-words">
                    {KIND_NAMES[kind]}: {name}
                  </span>
                  <span className="price">{kobo === 0 ? "Free" : formatNaira(kobo)}</span>
                </p>
                <p className="text-muted">
                  {optionDays({ kind, from, to })}
                  {carrier ? `, by ${carrier}` : ""}
                </p>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}
