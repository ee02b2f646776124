import { Suspense, useState } from "react";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import { askForDelivery } from "../links.ts";
import { quoteText } from "../rules/quote-text.ts";
import { usePlace } from "../store.ts";
import type { useQuote } from "./use-quote.ts";

const PlaceDialog = lazyOr(
  () => import("./place-dialog.tsx"),
  () => null,
);

type Line = { id: string; quantity: number };
type Props = {
  lines: readonly Line[];
  quote: ReturnType<typeof useQuote>;
  /** Said before the place is known. */
  unknown: string;
};

/** Price and days of delivery to the buyer's place, or what holds for all places, and the button that chooses the place. */
export function PlaceQuote({ lines, quote: { state, quote }, unknown }: Props) {
  const place = usePlace();
  const isReady = useStoreReady();
  const [isOpen, setIsOpen] = useState(false);
  const isAreaMissing = quote?.needs_area ?? false;
  const isKnown = isReady && place !== null && state === "known" && !isAreaMissing;
  const noRate = isKnown && quote.options.length === 0;
  return (
    <>
      <span aria-live="polite" className="break-words">
        {isKnown ? quoteText(quote) : unknown}{" "}
        {noRate ? (
          <Link to={askForDelivery(place)} className="font-semibold text-forest underline underline-offset-4">
            Ask for a delivery price
          </Link>
        ) : null}
      </span>{" "}
      <button
        type="button"
        aria-haspopup="dialog"
        // This part of a page becomes interactive after the rest, when taps are no longer kept.
        className={cx(
          "-my-2.5 inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4",
          !isReady && "invisible",
        )}
        onClick={() => setIsOpen(true)}
      >
        {isKnown ? "Change place" : isReady && isAreaMissing ? "Choose your area" : "Choose your place"}
      </button>
      {isOpen ? (
        <Suspense>
          <PlaceDialog lines={lines} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
