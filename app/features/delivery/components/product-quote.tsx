import { PlaceQuote } from "./place-quote.tsx";
import { useBuyerPlace } from "./use-buyer-place.ts";
import { useQuote } from "./use-quote.ts";

type Props = { id: string; quantity: number; unknown: string };

/** Delivery of a quantity of one product to the buyer's place. */
export default function ProductQuote({ id, quantity, unknown }: Props) {
  const lines = [{ id, quantity }];
  const quote = useQuote(useBuyerPlace(), lines);
  return <PlaceQuote lines={lines} quote={quote} unknown={unknown} />;
}
