import { defineList } from "#app/lib/list.ts";
import { ORDER_STATUSES, orderStatusBadge } from "../../rules.ts";
import { listBehind } from "../../rules/selection.ts";

/** List definition of the admin orders page. */
export const ORDERS = defineList({
  name: "orders",
  path: "/admin/orders",
  noun: "orders",
  search: "Search by order ID, customer name or email",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: ORDER_STATUSES.map((value) => ({ value, label: orderStatusBadge(value).label })),
    },
    payment: {
      kind: "choice",
      label: "Payment",
      options: [
        { value: "paid", label: "Paid" },
        { value: "part_refunded", label: "Part refunded" },
        { value: "refunded", label: "Refunded" },
        { value: "held", label: "Paid or part refunded" },
      ],
    },
    delivery: { kind: "choice", label: "Delivery", options: [{ value: "late", label: "Late" }] },
    by: { kind: "choice", label: "Search in", options: [{ value: "goods", label: "Products" }] },
    from: { kind: "date", label: "From" },
    to: { kind: "date", label: "To" },
  },
  columns: {
    id: { label: "Order ID", card: "middle" },
    customer: { label: "Customer", card: "top" },
    date: { label: "Date", sort: "date", card: "hidden" },
    amount: { label: "Amount", align: "end", card: "top-end" },
    status: { label: "Status", card: "bottom" },
    payment: { label: "Payment", card: "middle-end" },
    view: { label: "Actions", card: "bottom-end" },
  },
  sorts: { date: "Date" },
  sort: "-date",
});

/** The address of the list behind a bulk action's page, with its saved view. */
export function ordersBehind(params: URLSearchParams): string {
  const query = listBehind(params);
  return query ? `${ORDERS.path}?${query}` : ORDERS.path;
}

const { amount: _, ...columns } = ORDERS.columns;

/** The same without amounts, for staff without the right to see them. */
export const ORDERS_WITHOUT_AMOUNTS = { ...ORDERS, columns } as typeof ORDERS;
