import { useEffect, useRef, useState } from "react";
import { stateCode } from "#app/lib/nigeria.ts";
import { areasIn, type DeliveryOption, type DeliveryQuote } from "../rules.ts";
import { cheapest } from "../rules/quote-text.ts";
import { rememberedPlace, rememberPlace } from "../store.ts";
import { useQuote } from "./use-quote.ts";

type Line = { id: string; quantity: number };

/**
 * The ways of delivery of a cart to the state of the form and the buyer's choice among them: the cheapest at first. The
 * area is that of the profile (`knownArea`) or of this browser, which remembers the place. Off without rates
 * (`hadRates` says whether there were some when the page was loaded).
 */
export function useDelivery(
  hadRates: boolean,
  stateName: string,
  lines: readonly Line[],
  knownArea: string | null = null,
) {
  // The owner may enter the first rates, or take the last away, while a buyer is here.
  const [hasRates, setHasRates] = useState(hadRates);
  const state = stateCode(stateName);
  const [area, setArea] = useState(() => knownArea ?? rememberedPlace() ?? "");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lga_code = state !== null && area.startsWith(`${state}-`) ? area : null;
  const place = hasRates ? (lga_code ?? state) : null;
  const { state: asked, quote, areas, take, again } = useQuote(place, lines);

  // The form's first state may be the profile's: only what is chosen here is remembered.
  const before = useRef(place);
  useEffect(() => {
    if (place !== null && (place !== before.current || rememberedPlace() === null)) rememberPlace(place);
    before.current = place;
  }, [place]);

  const options = quote?.options ?? [];
  const option: DeliveryOption | null = options.find(({ method_id }) => method_id === chosenId) ?? cheapest(options);
  return {
    hasRates,
    state: asked,
    quote,
    areas: areasIn(state, areas),
    option,
    lga_code,
    choose: setChosenId,
    /** The server's answer to a start: what it offers now. */
    take: (given: DeliveryQuote) => {
      setHasRates(given.has_rates);
      take(given);
    },
    again,
    chooseArea: setArea,
    chosen: option && {
      method_id: option.method_id,
      lga_code,
      kobo: option.kobo,
      from: option.from,
      to: option.to,
    },
  };
}

export type Delivery = ReturnType<typeof useDelivery>;
