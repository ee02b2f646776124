/** Parameter of the page of custom orders: the code of the place to which a buyer asks for the price of delivery. */
export const DELIVERY_PLACE = "delivery";

/** Where a buyer asks for the price of delivery to a place that no rate reaches. */
export const askForDelivery = (place: string) => `/custom-order?${DELIVERY_PLACE}=${place}`;
