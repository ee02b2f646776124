import { formatCount } from "#app/lib/money.ts";
import { notPackedReason, orderNumber, type OrderStatus, type StatusBadgeStyle } from "../rules.ts";

export const SHIPMENT_STATUSES = ["preparing", "sent", "arrived", "delivered", "lost"] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** What a shipment can become. */
export type NextStatus = Exclude<ShipmentStatus, "preparing">;

/** What may follow a status. Goods to a door never arrive anywhere before they are delivered. */
const MOVES: Record<ShipmentStatus, readonly NextStatus[]> = {
  preparing: ["sent"],
  sent: ["arrived", "delivered", "lost"],
  arrived: ["delivered", "lost"],
  delivered: [],
  lost: [],
};

/** Wrong collection codes after which only a new code helps. */
export const MOST_TRIES = 5;

/** An order line: bought and returned to stock, in sold units. */
export type SendableItem = { id: number; product_name: string; quantity: number; restocked: number };
/** Goods of a line: a part of its quantity, in sold units. */
export type ShipmentLine = { item_id: number; quantity: number };
export type SentGoods = { status: ShipmentStatus; lines: readonly ShipmentLine[] };

/** The statuses that staff may set next; `has_code`: the buyer collects the goods with a code. */
export function nextStatuses({ status, has_code }: { status: ShipmentStatus; has_code: boolean }): NextStatus[] {
  return MOVES[status].filter((next) => has_code || next !== "arrived");
}

/** Whether the buyer collects the goods, and so gets a collection code: at a park, or at a place of the shop. */
export function isCollected(delivery_kind: string | null, park: string): boolean {
  return delivery_kind === null ? park !== "" : delivery_kind !== "door";
}

/** What is still to be sent of each line: bought, less what went back to stock and what travels. Lost goods count again. */
export function leftToSend(
  items: readonly SendableItem[],
  shipments: readonly SentGoods[],
): (SendableItem & { left: number })[] {
  const sent = new Map<number, number>();
  for (const { status, lines } of shipments) {
    if (status === "lost") continue;
    for (const { item_id, quantity } of lines) sent.set(item_id, (sent.get(item_id) ?? 0) + quantity);
  }
  return items.map((item) => ({
    ...item,
    left: Math.max(0, item.quantity - item.restocked - (sent.get(item.id) ?? 0)),
  }));
}

/** Whether a shipment is only a part of its order: there are others, or goods are left. `shipments` include it. */
export function isPart(items: readonly SendableItem[], shipments: readonly SentGoods[]): boolean {
  return shipments.length > 1 || leftToSend(items, shipments).some(({ left }) => left > 0);
}

/** Why these goods cannot be sent, in words, or null. */
export function goodsProblem(left: ReturnType<typeof leftToSend>, lines: readonly ShipmentLine[]): string | null {
  const byId = new Map(left.map((item) => [item.id, item]));
  let units = 0;
  for (const { item_id, quantity } of lines) {
    const item = byId.get(item_id);
    if (!item || !byId.delete(item_id)) return "A line of this order has changed. Please load the order again.";
    if (quantity > item.left)
      return `${item.product_name}: ${formatCount(item.left)} left to send, not ${formatCount(quantity)}.`;
    units += quantity;
  }
  return units > 0 ? null : "Please send at least one unit.";
}

/**
 * Why prepared goods are not sent, in words, or null. An order that was marked as delivered may be sent late. What other
 * shipments have does not count: goods that came back may be theirs.
 */
export function keptBackReason(
  order: Parameters<typeof notPackedReason>[0],
  items: readonly SendableItem[],
  lines: readonly ShipmentLine[],
): string | null {
  const isThere = goodsProblem(leftToSend(items, []), lines) === null;
  return notPackedReason(order) ?? (isThere ? null : "some of these goods went back to stock");
}

/** The order's status by its shipments: shipped with the first that is sent, delivered when all goods have arrived. */
export function statusByShipments(
  status: OrderStatus,
  items: readonly SendableItem[],
  shipments: readonly SentGoods[],
): OrderStatus {
  if (status !== "processing" && status !== "shipped") return status;
  const kept = shipments.filter((one) => one.status !== "lost");
  const isAllSent = leftToSend(items, shipments).every(({ left }) => left === 0);
  if (isAllSent && kept.length > 0 && kept.every((one) => one.status === "delivered")) return "delivered";
  return kept.some((one) => one.status !== "preparing") ? "shipped" : status;
}

const BADGES: Record<ShipmentStatus, StatusBadgeStyle> = {
  preparing: { label: "Being prepared", tone: "info" },
  sent: { label: "On its way", tone: "low" },
  arrived: { label: "Ready to collect", tone: "low" },
  delivered: { label: "Delivered", tone: "good" },
  lost: { label: "Lost", tone: "out" },
};

export function shipmentBadge(status: ShipmentStatus): StatusBadgeStyle {
  return BADGES[status];
}

export type Travel = {
  carrier: string;
  waybill: string;
  park: string;
  driver_phone: string;
  vehicle: string;
  tracking_url: string;
};

/** The carrier's page about this waybill, or null without both. */
export function trackingHref({ tracking_url, waybill }: Pick<Travel, "tracking_url" | "waybill">): string | null {
  if (tracking_url === "") return null;
  if (!tracking_url.includes("{waybill}")) return tracking_url;
  return waybill === "" ? null : tracking_url.replaceAll("{waybill}", encodeURIComponent(waybill));
}

/** What is known of the way, by name, in the order of a message. */
export function travelFacts({ carrier, waybill, park, driver_phone, vehicle }: Travel): [string, string][] {
  const facts: [string, string][] = [
    ["Carrier", carrier],
    ["Waybill", waybill],
    ["Park", park],
    ["Driver", driver_phone],
    ["Vehicle", vehicle],
  ];
  return facts.filter(([, text]) => text !== "");
}

/** An order whose goods were sent: the number of the shipment, and what its buyer is told. */
export type SentOrder = { id: string; number: number; message: string; customer_name: string; customer_phone: string };

type Told = Travel & {
  order_id: string;
  number: number;
  status: ShipmentStatus;
  has_code: boolean;
  is_part: boolean;
  /** How the order is delivered; null without rates. */
  delivery_kind: string | null;
};

/**
 * The message to the buyer about goods that were sent or wait for him, ready for WhatsApp; `arrival` says the days. The collection code is not in it: who carries
 * the goods must not learn it from staff.
 */
export function shipmentMessage(shipment: Told, arrival: string | null): string {
  const order = orderNumber(shipment.order_id);
  const part = shipment.is_part ? `Part ${shipment.number} of your order ${order}` : `Your order ${order}`;
  const tracking = trackingHref(shipment);
  const [isThere, isPickup] = [shipment.status === "arrived", shipment.delivery_kind === "pickup"];
  return [
    `${part} is ${isThere ? "ready to collect" : isPickup ? "on its way to where you pick it up" : "on its way"}.`,
    ...travelFacts(shipment).map(([name, text]) => `${name}: ${text}`),
    ...(tracking && !isThere ? [`Follow it: ${tracking}`] : []),
    ...(arrival && !isThere ? [arrival] : []),
    ...(shipment.has_code
      ? ["You collect it with the 4-digit code that only you see: under My Orders, or by the link in your order mail."]
      : []),
  ].join("\n");
}
