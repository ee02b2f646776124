import { capitalised } from "#app/lib/capitalised.ts";
import { defineList } from "#app/lib/list.ts";
import { CUSTOM_ORDER_STATUSES } from "../rules.ts";

/** List definition of custom orders, newest first. */
export const CUSTOM_ORDERS = defineList({
  name: "custom-orders",
  path: "/admin/custom-orders",
  noun: "custom orders",
  search: "Search by number, name, email, phone or description",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: CUSTOM_ORDER_STATUSES.map((value) => ({ value, label: capitalised(value) })),
    },
    offer: {
      kind: "choice",
      label: "Offer",
      options: [
        { value: "none", label: "No offer yet" },
        { value: "open", label: "Open offer" },
        { value: "paid", label: "Paid" },
      ],
    },
  },
  columns: { name: { label: "Name", sort: "name" }, sent: { label: "Sent", sort: "sent" } },
  sorts: { sent: "Sent", name: "Name" },
  sort: "-sent",
});
