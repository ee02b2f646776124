import { defineList } from "#app/lib/list.ts";

/** List definition of /admin/blog. */
export const POSTS = defineList({
  name: "posts",
  path: "/admin/blog",
  noun: "posts",
  search: "Search by title or excerpt",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: [
        { value: "published", label: "Published" },
        { value: "draft", label: "Draft" },
      ],
    },
  },
  columns: {
    title: { label: "Title", sort: "title" },
    author: { label: "Author", className: "sm:whitespace-nowrap" },
    date: { label: "Date", sort: "date", className: "sm:min-w-40" },
    status: { label: "Status" },
    actions: { label: "Actions", align: "end" },
  },
  sorts: { date: "Date", title: "Title" },
  sort: "-date",
});
