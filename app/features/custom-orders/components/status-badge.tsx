import { capitalised } from "#app/lib/capitalised.ts";
import { Badge, type BadgeTone } from "#app/ui/badge.tsx";
import type { CustomOrderStatus, OfferState } from "../rules.ts";

/** A request is neutral while it waits for the shop, green once the shop works on it, red when it comes to nothing. */
const STATUS_TONES: Record<CustomOrderStatus, BadgeTone> = {
  pending: "neutral",
  processing: "good",
  completed: "good",
  cancelled: "out",
};
const OFFER_TONES: Record<OfferState, BadgeTone> = {
  open: "info",
  expired: "neutral",
  withdrawn: "out",
  accepted: "good",
};

export function RequestBadge({ status }: { status: CustomOrderStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{capitalised(status)}</Badge>;
}

export function OfferBadge({ state }: { state: OfferState }) {
  return <Badge tone={OFFER_TONES[state]}>{state === "accepted" ? "Paid" : capitalised(state)}</Badge>;
}
