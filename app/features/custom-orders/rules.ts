import type { FormResult } from "#app/lib/forms.ts";
import { TOO_QUICK, TOO_QUICK_TITLE } from "#app/lib/submissions.ts";

export const CUSTOM_ORDER_STATUSES = ["pending", "processing", "completed", "cancelled"] as const;
export type CustomOrderStatus = (typeof CUSTOM_ORDER_STATUSES)[number];

/** Statuses that can be set with a button. */
export const SET_STATUSES = ["processing", "completed", "cancelled"] as const satisfies readonly CustomOrderStatus[];

/** Maximum size of a request's picture, and the message for larger ones. */
export const PICTURE_BYTES = 5 * 1_048_576;

/** Messages of the form and its toasts. */
export const REFUSALS = {
  missing: { title: "Missing Information", text: "Please fill in all required fields." },
  quantity: { title: "Invalid Quantity", text: "Quantity must be at least 1." },
  file: { title: "File too large", text: "Please select an image smaller than 5MB." },
} as const;
export const SUBMISSION_FAILED = "Submission Failed";
export const TRY_AGAIN = "We could not take your request just now. What you typed is still here: please send it again.";

export const PAYMENT_NOT_STARTED =
  "We could not start your payment just now, and nothing was paid. What you typed is still here: please try again.";

/** Toast messages of the admin pages. */
export const FETCH_FAILED = "Failed to fetch custom orders";
export const UPDATE_FAILED = "Failed to update order status";

/** Toast title for an error message. */
export function refusalTitle(text: string): string {
  if (text === TOO_QUICK) return TOO_QUICK_TITLE;
  return Object.values(REFUSALS).find((refusal) => refusal.text === text)?.title ?? SUBMISSION_FAILED;
}

/** Request number for display: the first 8 characters of the id. */
export function requestNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** Splits a description at the marker "Additional Info:" at the start of a line. */
export function describedParts(description: string): { description: string; additional: string | null } {
  const marker = /^[ \t]*(?:-{3,}[ \t]*\n[ \t]*)?additional info[ \t]*:?[ \t]*/im.exec(description);
  if (!marker) return { description: description.trim(), additional: null };
  const additional = description.slice(marker.index + marker[0].length).trim();
  return { description: description.slice(0, marker.index).trim(), additional: additional || null };
}

/** Displayed state of an offer: an open one past its validity has expired. */
export type OfferState = "open" | "expired" | "withdrawn" | "accepted";

export function offerState(offer: { status: string; valid_until: Date }, now: Date): OfferState {
  if (offer.status === "withdrawn" || offer.status === "accepted") return offer.status;
  return offer.valid_until.getTime() > now.getTime() ? "open" : "expired";
}

/** Messages why an offer cannot be paid. */
export const OFFER_SENTENCES: Record<Exclude<OfferState, "open">, string> = {
  expired: "This offer has expired. Write to us if you still want the goods, and we will check the price again.",
  withdrawn: "This offer was withdrawn and cannot be paid any more.",
  accepted: "This offer is paid. Thank you!",
};

/** Validity of an offer, in days. */
export const OFFER_DAYS = { least: 1, most: 60, usual: 7 } as const;
export const OFFER_LINES = 30;

/** The answer to a form of an admin page; `title` is shown as a toast. */
export type AdminAnswer = FormResult<{ title: string }>;
