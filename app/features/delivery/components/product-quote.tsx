import { usePlace } from "../store.ts";
import { PlaceQuote } from "./place-quote.tsx";
import { useQuote } from "./use-quote.ts";

type Props = { id: string; quantity: number; unknown: string };

/** Delivery of a quantity of one product to the buyer's place. */
export default function ProductQuote({ id, quantity, unknown }: Props) {
  const lines = [{ id, quantity }];
  const quote = useQuote(usePlace(), lines);
  return <PlaceQuote lines={lines} quote={quote} unknown={unknown} />;
}
