import { useEffect, useState } from "react";
import type { DeliveryQuote } from "../rules.ts";

type Line = { id: string; quantity: number };

/** `unasked`: no place yet, no goods, or a shop without rates. */
type Asked = { state: "unasked" | "asking" | "failed"; quote: null } | { state: "known"; quote: DeliveryQuote };

const UNASKED: Asked = { state: "unasked", quote: null };
/** Quantities change in bursts: only the last one is asked for. */
const PAUSE_MS = 300;

/**
 * What delivery of these goods to a place costs and when they arrive, asked again for each place and cart; the last
 * answer stays until the next. `take` replaces it by one that came another way.
 */
export function useQuote(place: string | null, lines: readonly Line[]) {
  const [asked, setAsked] = useState<Asked>(UNASKED);
  const isKnown = asked.state === "known";
  const cart = JSON.stringify(lines.map(({ id, quantity }) => ({ id, quantity })));
  const question = place === null || cart === "[]" ? null : `{"place":${JSON.stringify(place)},"lines":${cart}}`;

  useEffect(() => {
    if (question === null) return setAsked(UNASKED);
    const request = new AbortController();
    setAsked((before) => (before.state === "known" ? before : { state: "asking", quote: null }));
    const timer = setTimeout(
      () =>
        void askQuote(question, request.signal).then((quote) => {
          if (!request.signal.aborted) setAsked(quote ? { state: "known", quote } : { state: "failed", quote: null });
        }),
      isKnown ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      request.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- an answer does not ask again
  }, [question]);

  return { ...asked, take: (quote: DeliveryQuote) => setAsked({ state: "known", quote }) };
}

async function askQuote(body: string, signal: AbortSignal): Promise<DeliveryQuote | null> {
  try {
    const response = await fetch("/delivery/quote", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body,
      signal,
    });
    return response.ok ? ((await response.json()) as DeliveryQuote) : null;
  } catch {
    return null;
  }
}
