export type OrdersState = {
  /** From 1. */
  page?: number;
  /** The id of the order whose details are open. */
  order?: string | null;
};

const PATH = "/profile/orders";

/** The address of My Orders in this state: a page of the list, and the details that are open over it. */
export function ordersHref({ page = 1, order }: OrdersState = {}): string {
  const params = new URLSearchParams();
  if (page > 1) params.set("page", String(page));
  if (order) params.set("order", order);
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}

/** The printable receipt of an order. */
export function receiptHref(orderId: string): string {
  return `${PATH}/${orderId}/receipt`;
}

/** Reads the state from an address; what makes no sense is the first page, without details. */
export function readOrdersState(params: URLSearchParams): { page: number; order: string | null } {
  const page = params.get("page") ?? "";
  return { page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1, order: params.get("order") || null };
}
