import { listingHref, type ListingState } from "../rules/listing-links.ts";

/** Hidden fields with the parameters of the listing, so that a form changes only its own. */
export function HiddenState({ state }: { state: Partial<ListingState> }) {
  const query = new URLSearchParams(listingHref("", state));
  return [...query].map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}
