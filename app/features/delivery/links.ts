/** Parameter of the page of custom orders: the code of the place to which a buyer asks for the price of delivery. */
export const DELIVERY_PLACE = "delivery";

/** Who asks, as typed at checkout; the state of that page's history entry. */
export type Asker = { asker?: { name: string; email: string; phone: string } };

/** Where a buyer asks for the price of delivery to a place that no rate reaches. */
export const askForDelivery = (place: string) => `/custom-order?${DELIVERY_PLACE}=${place}`;
