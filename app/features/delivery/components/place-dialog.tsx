import { useState, type FormEvent } from "react";
import { STATE_NAMES, stateOf } from "#app/lib/nigeria.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { areasIn } from "../rules.ts";
import { quoteText } from "../rules/quote-text.ts";
import { usePlace } from "../store.ts";
import { QuoteFailed } from "./quote-failed.tsx";
import { chooseBuyerPlace } from "./use-buyer-place.ts";
import { useQuote } from "./use-quote.ts";

type Props = { lines: readonly { id: string; quantity: number }[]; onClose: () => void };

const STATES = Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label }));

/** Asks for the state and, where prices differ within it, for the local government area. */
export default function PlaceDialog({ lines, onClose }: Props) {
  const remembered = usePlace();
  const [place, setPlace] = useState(remembered);
  const { state: asked, quote, areas: found, again } = useQuote(place, lines);
  const state = place === null ? null : stateOf(place);
  const areas = areasIn(state, found);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (place !== null) chooseBuyerPlace(place);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title="Where do the goods go?">
      <form onSubmit={submit} className="grid gap-4">
        <Field id="place-state" label="State">
          <Select
            {...fieldProps("place-state", {})}
            data-focus
            value={state ?? ""}
            onChange={({ target }) => setPlace(target.value || null)}
            options={STATES}
          >
            <option value="">Choose your state</option>
          </Select>
        </Field>
        {state && areas.length > 0 ? (
          <Field id="place-area" label="Local government area">
            <Select
              {...fieldProps("place-area", {})}
              value={place === state ? "" : (place ?? "")}
              onChange={({ target }) => setPlace(target.value || state)}
              options={areas.map(({ code, name }) => ({ value: code, label: name }))}
            >
              <option value="">Choose your area</option>
            </Select>
          </Field>
        ) : null}
        <p aria-live="polite" className="min-h-6 text-sm text-muted">
          {quote && !quote.needs_area ? quoteText(quote) : null}
          {quote?.needs_area ? "Choose your area: prices and days differ within the state." : null}
          {asked === "asking" ? "Asking for delivery prices…" : null}
          {asked === "failed" ? <QuoteFailed onAgain={again} /> : null}
        </p>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={place === null || quote?.needs_area}>
            Use this place
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
