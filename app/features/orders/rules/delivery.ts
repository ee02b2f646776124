import { formatDays } from "#app/lib/dates.ts";

/** The delivery that a buyer chose, as orders keep it; null without rates. Days as "2026-11-26". */
export type OrderDelivery = {
  delivery_text: string | null;
  promised_from: string | null;
  promised_to: string | null;
};

/** Facts of an order's delivery by name: the way, and the promised days. None without rates. */
export function deliveryFacts({ delivery_text, promised_from, promised_to }: OrderDelivery): [string, string][] {
  if (delivery_text === null) return [];
  const days: [string, string][] =
    promised_from && promised_to ? [["Arrives", formatDays(promised_from, promised_to)]] : [];
  return [["Delivery", delivery_text], ...days];
}
