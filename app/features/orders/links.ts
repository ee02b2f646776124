export type OrdersState = {
  /** Starts at 1. */
  page?: number;
  /** Id of the order with open details. */
  order?: string | null;
};

const PATH = "/profile/orders";

/** Address of My Orders with this page and open details. */
export function ordersHref({ page = 1, order }: OrdersState = {}): string {
  const params = new URLSearchParams();
  if (page > 1) params.set("page", String(page));
  if (order) params.set("order", order);
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}

/** The page of a paid order or of a payment in progress, opened by its access token. */
export function paymentSuccessHref(token: string): string {
  return `/checkout/payment-success?token=${token}`;
}

/** The printable receipt of an order. */
export function receiptHref(orderId: string): string {
  return `${PATH}/${orderId}/receipt`;
}

/** Parses the query parameters; invalid ones give the first page without details. */
export function readOrdersState(params: URLSearchParams): { page: number; order: string | null } {
  const page = params.get("page") ?? "";
  return { page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1, order: params.get("order") || null };
}
