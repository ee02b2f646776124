import { DELIVERY } from "../content.ts";

/** What all pages say of delivery, made from the owner's rates. */
export type DeliveryFacts = {
  /** Where goods are delivered: "all 36 states", "Lagos, Ogun and Oyo" or "12 states". */
  states: string;
  /** The fewest and the most working days from payment to arrival, over all ways and suppliers. */
  min_days: number;
  max_days: number;
};

/** Where goods go, and how long they take, as each page words it. Longer texts are made from these where they stand. */
export type DeliveryTexts = { hasRates: boolean; states: string; home: string; product: string; about: string };

const SPECIFIED: DeliveryTexts = { ...DELIVERY, hasRates: false };

/** The shop's texts about delivery: from the rates, or the specified ones while there are none (null). */
export function deliveryTexts(facts: DeliveryFacts | null): DeliveryTexts {
  if (!facts) return SPECIFIED;
  const days = daysText(facts.min_days, facts.max_days);
  return { hasRates: true, states: facts.states, home: days, product: days, about: days };
}

/** "1-3 working days", "2 working days", or "up to 3 working days" where the same day is possible. */
function daysText(min: number, max: number): string {
  if (max <= 1) return "1 working day";
  if (min === max) return `${max} working days`;
  return min === 0 ? `up to ${max} working days` : `${min}-${max} working days`;
}
