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
    customer: { label: "Customer", sort: "name" },
    email: { label: "Email" },
    phone: { label: "Phone" },
    location: { label: "Location" },
    joined: { label: "Joined", sort: "joined", className: "sm:min-w-40" },
    actions: { label: "Actions" },
  },
  sorts: { joined: "Joined", name: "Last name" },
  sort: "-joined",
});
