import { defineList } from "#app/lib/list.ts";

/** List definition of the admin customers page. */
export const CUSTOMERS = defineList({
  name: "customers",
  path: "/admin/customers",
  noun: "customers",
  search: "Search by first name, last name, email or phone",
  filters: {
    from: { kind: "date", label: "Joined from" },
    to: { kind: "date", label: "Joined to" },
  },
  columns: {
    customer: { label: "Customer", sort: "name", card: "top", className: "sm:min-w-40" },
    email: { label: "Email", card: "middle" },
    phone: { label: "Phone", card: "bottom" },
    location: { label: "Location", card: "hidden" },
    joined: { label: "Joined", sort: "joined", card: "top-end" },
    actions: { label: "Actions", card: "bottom-end" },
  },
  sorts: { joined: "Joined", name: "Last name" },
  sort: "-joined",
});
