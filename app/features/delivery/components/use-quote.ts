import { useEffect, useState } from "react";
import type { DeliveryQuote } from "../rules.ts";

type Line = { id: string; quantity: number };

/** `unasked`: no place yet, no goods, or a shop without rates. */
type Asked = { state: "unasked" | "asking" | "failed"; quote: null } | { state: "known"; quote: DeliveryQuote };
/** The last answer for a place; without a quote asking has failed. */
type Answer = { place: string | null; quote: DeliveryQuote | null };

/** Quantities change in bursts: only the last one is asked for. */
const PAUSE_MS = 300;

/**
 * What delivery of these goods to a place costs and when they arrive, asked again for each place and cart, and when
 * the network is back. The last answer for a place stays until the next one for it. `areas` are those of the
 * last answer, `take` replaces it by one that came another way, and `again` asks once more.
 */
export function useQuote(place: string | null, lines: readonly Line[]) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const cart = JSON.stringify(lines.map(({ id, quantity }) => ({ id, quantity })));
  const question = place === null || cart === "[]" ? null : `{"place":${JSON.stringify(place)},"lines":${cart}}`;
  const again = () => setTries((before) => before + 1);
  const { state, quote } = question === null ? UNASKED : askedOf(answer, place);

  useEffect(() => {
    if (question === null) return setAnswer(null);
    const request = new AbortController();
    const { signal } = request;
    setAnswer((before) => (before?.quote ? before : null));
    const timer = setTimeout(
      () =>
        void askQuote(question, signal).then((found) => {
          if (!signal.aborted) setAnswer({ place, quote: found });
        }),
      state === "known" ? PAUSE_MS : 0,
    );
    window.addEventListener("online", again, { signal });
    return () => {
      clearTimeout(timer);
      request.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- an answer does not ask again
  }, [question, tries]);

  const take = (given: DeliveryQuote) => setAnswer({ place, quote: given });
  return { ...({ state, quote } as Asked), areas: answer?.quote?.areas ?? [], take, again };
}

const UNASKED: Asked = { state: "unasked", quote: null };

/** What is known of a place: an answer for another one says nothing of it. */
function askedOf(answer: Answer | null, place: string | null): Asked {
  if (answer?.place !== place) return { state: "asking", quote: null };
  return answer.quote ? { state: "known", quote: answer.quote } : { state: "failed", quote: null };
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
