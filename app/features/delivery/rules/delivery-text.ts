import { placeName } from "#app/lib/lgas.ts";
import { KIND_NAMES, type DeliveryOption } from "../rules.ts";

/** "Motor park: Upper Iweka (GUO) to Onitsha North, Anambra": the chosen delivery, as an order keeps it. */
export function deliveryText(
  option: Pick<DeliveryOption, "kind" | "name" | "carrier" | "address">,
  place: string,
): string {
  const carrier = option.carrier === "" ? "" : ` (${option.carrier})`;
  const address = option.address === "" ? "" : `, ${option.address}`;
  const to = option.kind === "pickup" ? "" : `, to ${placeName(place)}`;
  return `${KIND_NAMES[option.kind]}: ${option.name}${carrier}${address}${to}`;
}
