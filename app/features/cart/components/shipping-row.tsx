import { PlaceQuote } from "#app/features/delivery/components/place-quote.tsx";
import { useBuyerPlace } from "#app/features/delivery/components/use-buyer-place.ts";
import { useQuote } from "#app/features/delivery/components/use-quote.ts";
import { priceText } from "#app/features/delivery/rules/quote-text.ts";

/** What delivery of the cart to the buyer's place costs; it is chosen and added at checkout. */
export default function ShippingRow({ lines }: { lines: readonly { id: string; quantity: number }[] }) {
  const quote = useQuote(useBuyerPlace(), lines);
  const price = quote.quote ? priceText(quote.quote) : null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">Shipping</dt>
      <dd className="price ml-auto font-semibold">{price ?? "Not known yet"}</dd>
      <dd className="mt-1 basis-full text-sm text-muted">
        <PlaceQuote lines={lines} quote={quote} unknown="Price and days depend on your place." />
        {price && price !== "Free" ? <span className="block">Added to the total at checkout.</span> : null}
      </dd>
    </div>
  );
}
