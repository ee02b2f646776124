import { placeName } from "#app/lib/lgas.ts";
import { nairaText } from "#app/lib/money.ts";
import { KIND_NAMES, type DeliveryMethod } from "../rules.ts";
import { clockText } from "./forms.ts";

/** Columns of a sheet of rates: the first name is that of our own file, the others are read too. */
export const SHEET_COLUMNS = {
  zone: ["Zone"],
  place: ["Places", "place", "state", "states", "destination", "location"],
  lga: ["LGA", "area", "local government", "local government area"],
  method: ["Method", "way", "service", "delivery"],
  kind: ["Kind", "type"],
  carrier: ["Carrier", "company", "transporter"],
  address: ["Address", "park", "pick-up address"],
  upto: ["Up to kg", "kg", "weight", "weight (kg)", "max kg", "max weight"],
  price: ["Price", "price (naira)", "amount", "rate", "cost", "fee"],
  extra: ["Each extra kg", "extra kg", "per extra kg"],
  free: ["Free from", "free above", "free over"],
  days: ["Days", "working days", "time", "delivery time"],
  cutoff: ["Cut-off", "cutoff", "cut off", "order before"],
} as const;
export type SheetColumn = keyof typeof SHEET_COLUMNS;

/** The columns of our own file, in order. */
export const RATE_COLUMNS = Object.values(SHEET_COLUMNS).map(([name]) => name);

export type RateMethod = Omit<DeliveryMethod, "id"> & { active: boolean };
export type RateZone = { name: string; places: string[]; methods: RateMethod[] };

/** Zones as rows of our own file, which comes back in unchanged; methods that are not offered are left out. */
export function rateRows(zones: readonly RateZone[]): (string | null)[][] {
  return zones.flatMap(({ name, places, methods }) =>
    methods
      .filter(({ active }) => active)
      .flatMap((method) =>
        method.bands.map(({ upto_grams, kobo }, index) => {
          const once = (text: string) => (index === 0 ? text : "");
          const naira = (amount: number | null) => (amount === null ? "" : nairaText(amount));
          return [
            name,
            once(places.map(placeName).join("; ")),
            "",
            method.name,
            once(KIND_NAMES[method.kind]),
            once(method.carrier),
            once(method.address),
            String(upto_grams / 1000),
            nairaText(kobo),
            once(naira(method.extra_kg_kobo)),
            once(naira(method.free_from_kobo)),
            once(
              method.min_days === method.max_days ? String(method.min_days) : `${method.min_days}-${method.max_days}`,
            ),
            once(clockText(method.cutoff_minute)),
          ];
        }),
      ),
  );
}
