import { defineList } from "#app/lib/list.ts";

/** List definition of failed mails, SMS and jobs. */
export const FAILURES = defineList({
  name: "failures",
  path: "/admin/failures",
  noun: "failures",
  search: null,
  filters: {
    what: {
      kind: "choice",
      label: "What",
      options: [
        { value: "message", label: "Emails and texts" },
        { value: "job", label: "Jobs" },
      ],
    },
  },
  columns: {
    what: { label: "What" },
    attempts: { label: "Attempts", align: "end" },
    error: { label: "Last error" },
    since: { label: "Since", sort: "since" },
    next: { label: "Next try" },
    actions: { label: "Actions" },
  },
  sorts: { since: "Since" },
  sort: "since",
});
