import { listingHref, type ListingState } from "../links.ts";

/** The parameters of a listing's address as fields of a form, so that a form changes only its own. */
export function HiddenState({ state }: { state: Partial<ListingState> }) {
  const query = new URLSearchParams(listingHref("", state));
  return [...query].map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}
