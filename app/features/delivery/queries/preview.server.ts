import { parseNaira, readCount } from "#app/lib/money.ts";
import { stateOf } from "#app/lib/nigeria.ts";
import type { Tx } from "#db/client.server.ts";
import { ratesFor } from "../queries.server.ts";
import type { DeliveryOption } from "../rules.ts";
import { readPlaceLines } from "../rules/place-lines.ts";
import { deliveryOptions } from "../rules/quote.ts";

export type Preview = {
  place: string;
  kg: string;
  worth: string;
  /** Why there is nothing to show, or null. */
  problem: string | null;
  /** What a buyer there sees; null before the form is sent or when it cannot be read. */
  options: DeliveryOption[] | null;
};

/** What a buyer at `place` with `kg` kilograms worth `worth` naira would be offered now, of the page's parameters. */
export async function previewDelivery(db: Tx, params: URLSearchParams, now: Date): Promise<Preview> {
  const [place = "", kg = "", worth = ""] = ["place", "kg", "worth"].map((name) => params.get(name)?.trim() ?? "");
  const typed = { place, kg, worth };
  if (place === "" && kg === "") return { ...typed, problem: null, options: null };
  const read = readPlaceLines(place);
  const [code = ""] = read.ok ? read.places : [];
  const state_code = stateOf(code);
  if (!state_code) {
    const problem = "Please write a state, or an area with its state: Aba North, Abia.";
    return { ...typed, problem, options: null };
  }
  const [kilograms, items_kobo] = [readCount(kg), worth === "" ? 0 : parseNaira(worth)];
  if (kilograms === null) return { ...typed, problem: "Please enter the weight in whole kilograms.", options: null };
  if (items_kobo === null)
    return { ...typed, problem: "Please enter what the goods are worth in naira.", options: null };
  const { methods, calendar } = await ratesFor(db, { state_code, lga_code: code === state_code ? null : code }, []);
  const goods = { grams: kilograms * 1000, items_kobo, lead_days: 0 };
  return { ...typed, problem: null, options: deliveryOptions(methods, goods, now, calendar) };
}
