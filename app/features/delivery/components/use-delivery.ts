import { useEffect, useState } from "react";
import { stateCode } from "#app/lib/nigeria.ts";
import type { DeliveryOption } from "../rules.ts";
import { cheapest } from "../rules/quote-text.ts";
import { rememberedPlace, rememberPlace } from "../store.ts";
import { useQuote } from "./use-quote.ts";

type Line = { id: string; quantity: number };

/**
 * The ways of delivery of a cart to the state of the form and the buyer's choice among them: the cheapest at first. The
 * area is that of the profile (`knownArea`) or of this browser, which remembers the place. Off without rates.
 */
export function useDelivery(
  hasRates: boolean,
  stateName: string,
  lines: readonly Line[],
  knownArea: string | null = null,
) {
  const state = stateCode(stateName);
  const [area, setArea] = useState(() => knownArea ?? rememberedPlace() ?? "");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lga_code = state !== null && area.startsWith(`${state}-`) ? area : null;
  const place = hasRates ? (lga_code ?? state) : null;
  const { state: asked, quote, take } = useQuote(place, lines);

  useEffect(() => {
    if (place !== null) rememberPlace(place);
  }, [place]);

  const options = quote?.options ?? [];
  const option: DeliveryOption | null = options.find(({ method_id }) => method_id === chosenId) ?? cheapest(options);
  return {
    state: asked,
    quote,
    option,
    lga_code,
    choose: setChosenId,
    /** The server's answer to a start: what it offers now. */
    take,
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
