import { defineList } from "#app/lib/list.ts";
import { ORDER_STATUSES, orderStatusBadge } from "../../rules.ts";

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
        { value: "refunded", label: "Refunded" },
      ],
    },
    from: { kind: "date", label: "From" },
    to: { kind: "date", label: "To" },
  },
  columns: {
    id: { label: "Order ID" },
    customer: { label: "Customer" },
    date: { label: "Date", sort: "date", className: "sm:min-w-40" },
    amount: { label: "Amount", align: "end" },
    status: { label: "Status" },
    payment: { label: "Payment" },
    view: { label: "Actions" },
  },
  sorts: { date: "Date" },
  sort: "-date",
});
