import { formatDays } from "#app/lib/day-range.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { orderStatusBadge } from "../rules.ts";
import { SHIPMENT_STATUSES, shipmentBadge } from "./shipments.ts";

export type TimelineKind = "order" | "status" | "message" | "refund" | "payment" | "note";

/** One event in an order's history; `who` is the admin's name, `detail` a message or note. */
export type TimelineEntry = {
  id: string;
  at: Date;
  kind: TimelineKind;
  text: string;
  who: string | null;
  detail: string;
};

export type OrderFacts = {
  order: { created_at: Date; total_amount_kobo: number; payment_reference: string };
  changes: { id: number; at: Date; action: string; before: unknown; after: unknown; who: string | null }[];
  messages: { id: string; kind: string; to_address: string; status: string; at: Date; data: Record<string, unknown> }[];
  refunds: {
    id: string;
    amount_kobo: number;
    status: string;
    reason: string;
    error: string | null;
    who: string | null;
    created_at: Date;
    updated_at: Date;
  }[];
  events: { id: number; event: string; created_at: Date }[];
  notes: { id: string; text: string; created_at: Date; who: string | null }[];
};

/** History of an order, newest first. */
export function timelineOf(facts: OrderFacts): TimelineEntry[] {
  const { order } = facts;
  const entries: TimelineEntry[] = [
    {
      id: "order",
      at: order.created_at,
      kind: "order",
      text: `Paid ${formatNaira(order.total_amount_kobo)}, reference ${order.payment_reference}`,
      who: null,
      detail: "",
    },
    ...facts.changes.flatMap(changeEntry),
    ...facts.messages.map(messageEntry),
    ...facts.refunds.map(refundEntry),
    ...facts.events.map(({ id, event, created_at: at }) => ({
      id: `event-${id}`,
      at,
      kind: "payment" as const,
      text: eventWords(event),
      who: null,
      detail: "",
    })),
    ...facts.notes.map(({ id, text, created_at: at, who }) => ({
      id: `note-${id}`,
      at,
      kind: "note" as const,
      text: "Note",
      who,
      detail: text,
    })),
  ];
  return entries.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The entries without those of payments and refunds, and without texts to the customer, which may name amounts. */
export function withoutMoney(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.flatMap((entry) => {
    if (entry.kind === "refund" || entry.kind === "payment") return [];
    if (entry.kind === "order") return [{ ...entry, text: "Paid" }];
    return [entry.kind === "message" ? { ...entry, detail: "" } : entry];
  });
}

type Values = Partial<Record<string, unknown>>;

function changeEntry({ id, at, action, before, after, who }: OrderFacts["changes"][number]): TimelineEntry[] {
  const was = (before ?? {}) as Values;
  const is = (after ?? {}) as Values;
  const entry = { id: `change-${id}`, at, who, detail: typeof is["reason"] === "string" ? is["reason"] : "" };
  if (action === "order.status") {
    const [from, to] = [labelOf(was["status"]), labelOf(is["status"])];
    return [
      { ...entry, kind: "status", text: `${from} to ${to}${restockWords(is["restocked"])}${takenWords(is["taken"])}` },
    ];
  }
  if (action === "order.promise") {
    const [from, to] = [dayOf(was["promised_to"]), dayOf(is["promised_to"])];
    return [{ ...entry, kind: "status", text: `Delivery promised by ${to} instead of ${from}` }];
  }
  if (action === "order.shipment") {
    const text = shipmentWords(was, after === null ? null : is);
    return [{ ...entry, kind: "status", text }];
  }
  if (action === "payment.accept") {
    const paid = typeof is["accepted_kobo"] === "number" ? ` of ${formatNaira(is["accepted_kobo"])}` : "";
    return [{ ...entry, kind: "payment", text: `Accepted the payment${paid}`, detail: noteOf(is) }];
  }
  if (action === "payment.review")
    return [{ ...entry, kind: "payment", text: "Payment looked at", detail: noteOf(is) }];
  if (action === "payment.note") return [{ ...entry, kind: "note", text: "Note on the payment", detail: noteOf(is) }];
  // Refunds have separate entries with their outcome.
  return [];
}

/** "Shipment 2: 12 units on the way, GUO, waybill 77"; `is` is null for one that was removed. */
function shipmentWords(was: Values, is: Values | null): string {
  const name = `Shipment ${Number(is?.["number"] ?? was["number"])}`;
  if (is === null) return `${name} removed`;
  if (is["new_code"] === true) return `${name}: new collection code`;
  if (typeof is["wrong_code"] === "number") return `${name}: wrong collection code, try ${is["wrong_code"]}`;
  const status = SHIPMENT_STATUSES.find((one) => one === is["status"]);
  const words = [
    typeof is["units"] === "number" ? `${formatCount(is["units"])} ${is["units"] === 1 ? "unit" : "units"}` : "",
    status ? shipmentBadge(status).label.toLowerCase() : "",
    is["with_code"] === true ? "with the buyer's code" : "",
    is["without_code"] === true ? "without the buyer's code" : "",
    ...["carrier", "park"].map((field) => textOf(is[field])),
    textOf(is["waybill"]) && `waybill ${textOf(is["waybill"])}`,
  ];
  return `${name}: ${words.filter(Boolean).join(", ") || "changed"}`;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const noteOf = (values: Values) => (typeof values["note"] === "string" ? values["note"] : "");
const dayOf = (day: unknown) => (typeof day === "string" ? formatDays(day, day) : "?");
const labelOf = (status: unknown) => (typeof status === "string" ? orderStatusBadge(status).label : "?");

function restockWords(restocked: unknown): string {
  if (!Array.isArray(restocked)) return "";
  const sum = restocked.reduce<number>((total, line: Values) => total + Number(line["quantity"] ?? 0), 0);
  return sum > 0 ? `, ${formatCount(sum)} back to stock` : "";
}

function takenWords(taken: unknown): string {
  return typeof taken === "number" && taken > 0 ? `, ${formatCount(taken)} taken from stock again` : "";
}

const MESSAGES: Record<string, string> = {
  order_confirmation: "Order confirmation",
  welcome_email: "Welcome mail",
  order_update: "Message",
  sms_order_update: "SMS",
};

function messageEntry({ id, kind, to_address, status, at, data }: OrderFacts["messages"][number]): TimelineEntry {
  const name = (Object.hasOwn(MESSAGES, kind) && MESSAGES[kind]) || kind;
  const state = status === "sent" ? "sent to" : "waits to be sent to";
  const detail = typeof data["message"] === "string" ? data["message"] : "";
  return { id: `message-${id}`, at, kind: "message", text: `${name} ${state} ${to_address}`, who: null, detail };
}

const REFUNDS: Record<string, string> = {
  requested: "is being confirmed by the provider",
  refused: "was refused by the provider",
  pending: "is on its way back",
  processing: "is on its way back",
  processed: "has arrived at the buyer",
  failed: "could not be sent back",
  needs_attention: "waits for the buyer's account details",
};

/** Outcome of a refund, as the end of a sentence. */
export function refundWords(status: string): string {
  return (Object.hasOwn(REFUNDS, status) && REFUNDS[status]) || status;
}

function refundEntry(refund: OrderFacts["refunds"][number]): TimelineEntry {
  const { id, amount_kobo, status, reason, error, who, created_at: at } = refund;
  const detail = [reason, error].filter(Boolean).join(". ");
  const text = `Refund: ${formatNaira(amount_kobo)} ${refundWords(status)}`;
  return { id: `refund-${id}`, at, kind: "refund", text, who, detail };
}

const EVENTS: Record<string, string> = {
  "charge.success": "The provider reports the payment",
  "charge.dispute.create": "The buyer disputes the payment",
  "charge.dispute.remind": "The provider reminds of the dispute",
  "charge.dispute.resolve": "The dispute is resolved",
  "refund.pending": "The provider reports a refund: queued",
  "refund.processing": "The provider reports a refund: under way",
  "refund.processed": "The provider reports a refund: arrived",
  "refund.failed": "The provider reports a refund: failed",
  "refund.needs-attention": "The provider reports a refund: needs the buyer's account",
};

/** Label of a provider event. */
export function eventWords(event: string): string {
  return (Object.hasOwn(EVENTS, event) && EVENTS[event]) || `The provider reports ${event}`;
}
