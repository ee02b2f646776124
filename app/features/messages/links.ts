import { defineList } from "#app/lib/list.ts";

/** List definition of contact messages, newest first. */
export const MESSAGES = defineList({
  name: "messages",
  path: "/admin/messages",
  noun: "messages",
  search: "Search by name, email or subject",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: [
        { value: "new", label: "New" },
        { value: "read", label: "Read" },
      ],
    },
  },
  columns: {
    name: { label: "Name", sort: "name" },
    email: { label: "Email" },
    subject: { label: "Subject" },
    status: { label: "Status" },
    received: { label: "Received", sort: "at" },
  },
  sorts: { at: "Received", name: "Name" },
  sort: "-at",
});
