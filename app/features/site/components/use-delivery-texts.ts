import { useRouteLoaderData } from "react-router";
import { deliveryTexts, type DeliveryFacts, type DeliveryTexts } from "../rules/delivery-texts.ts";

/** The shop's texts about delivery; the specified ones without rates, and if the root loader failed. */
export function useDeliveryTexts(): DeliveryTexts {
  return deliveryTexts(useRouteLoaderData<{ delivery?: DeliveryFacts | null }>("root")?.delivery ?? null);
}
