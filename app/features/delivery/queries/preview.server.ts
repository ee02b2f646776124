import { placeName } from "#app/lib/lgas.ts";
import { parseNaira, readCount } from "#app/lib/money.ts";
import { stateOf } from "#app/lib/nigeria.ts";
import type { Tx } from "#db/client.server.ts";
import { ratesFor } from "../queries.server.ts";
import type { DeliveryOption } from "../rules.ts";
import { placeList, placesNamed } from "../rules/place-lines.ts";
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
  const { codes, near } = placesNamed(place);
  const [code = ""] = codes;
  const state_code = stateOf(code);
  if (!state_code || codes.length > 1) {
    const meant = placeList(state_code ? codes : near);
    const problem =
      meant === "" ? "Please write a state, or an area with its state: Aba North, Abia." : `Did you mean ${meant}?`;
    return { ...typed, problem, options: null };
  }
  const [kilograms, items_kobo] = [readCount(kg), worth === "" ? 0 : parseNaira(worth)];
  if (kilograms === null) return { ...typed, problem: "Please enter the weight in whole kilograms.", options: null };
  if (items_kobo === null)
    return { ...typed, problem: "Please enter what the goods are worth in naira.", options: null };
  const lga_code = code === state_code ? null : code;
  const { methods, calendar, asks_lga } = await ratesFor(db, { state_code, lga_code }, []);
  if (asks_lga && lga_code === null) {
    const problem = `Prices differ within ${placeName(code)}: its buyers choose an area first. Please write one.`;
    return { ...typed, problem, options: null };
  }
  const goods = { grams: kilograms * 1000, items_kobo, lead_days: 0 };
  return { ...typed, problem: null, options: deliveryOptions(methods, goods, now, calendar) };
}
