import { defineList } from "#app/lib/list.ts";

/** List definition of suppliers for admins; pending ones first. */
export const SUPPLIERS = defineList({
  name: "suppliers",
  path: "/admin/suppliers",
  noun: "suppliers",
  search: "Search by name, email, phone or address",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: [
        { value: "pending", label: "Pending" },
        { value: "approved", label: "Approved" },
        { value: "declined", label: "Declined" },
      ],
    },
    category: { kind: "reference", label: "Category" },
  },
  columns: {},
  sorts: { waiting: "Waiting first", name: "Name", at: "Registered" },
  sort: "waiting",
});
