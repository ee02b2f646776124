import { useEffect, useState } from "react";
import { stateCode } from "#app/lib/nigeria.ts";
import { tryStorage } from "#app/lib/try-storage.ts";
import type { DeliveryOption, DeliveryQuote } from "../rules.ts";

type Line = { id: string; quantity: number };

/** `unasked`: no place yet, or a shop without rates. */
type Asked = { state: "unasked" | "asking" | "failed"; quote: null } | { state: "known"; quote: DeliveryQuote };

const AREA_KEY = "delivery-area";
const UNASKED: Asked = { state: "unasked", quote: null };

/**
 * The ways of delivery of a cart to the state of the form, asked again for each place and cart, and the buyer's choice
 * among them: the cheapest at first. The area is remembered in this browser. Off without rates.
 */
export function useDelivery(hasRates: boolean, stateName: string, lines: readonly Line[]) {
  const state = stateCode(stateName);
  const [area, setArea] = useState(() => tryStorage(() => localStorage.getItem(AREA_KEY)) ?? "");
  const [asked, setAsked] = useState<Asked>(UNASKED);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lga_code = state !== null && area.startsWith(`${state}-`) ? area : null;
  const place = hasRates ? (lga_code ?? state) : null;
  const cart = JSON.stringify(lines.map(({ id, quantity }) => ({ id, quantity })));

  useEffect(() => {
    if (place === null || cart === "[]") return setAsked(UNASKED);
    const request = new AbortController();
    setAsked((before) => (before.state === "known" ? before : { state: "asking", quote: null }));
    void askQuote(place, cart, request.signal).then((quote) => {
      if (!request.signal.aborted) setAsked(quote ? { state: "known", quote } : { state: "failed", quote: null });
    });
    return () => request.abort();
  }, [place, cart]);

  const options = asked.quote?.options ?? [];
  const cheapest = options.toSorted((a, b) => a.kobo - b.kobo)[0] ?? null;
  const option: DeliveryOption | null = options.find(({ method_id }) => method_id === chosenId) ?? cheapest;
  return {
    state: asked.state,
    quote: asked.quote,
    option,
    lga_code,
    choose: setChosenId,
    /** The server's answer to a start: what it offers now. */
    take: (quote: DeliveryQuote) => setAsked({ state: "known", quote }),
    chooseArea: (code: string) => {
      setArea(code);
      tryStorage(() => localStorage.setItem(AREA_KEY, code));
    },
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

async function askQuote(place: string, cart: string, signal: AbortSignal): Promise<DeliveryQuote | null> {
  try {
    const response = await fetch("/delivery/quote", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: `{"place":${JSON.stringify(place)},"lines":${cart}}`,
      signal,
    });
    return response.ok ? ((await response.json()) as DeliveryQuote) : null;
  } catch {
    return null;
  }
}
