import { defineList } from "#app/lib/list.ts";

/** List definition of the audit log: changes by staff, jobs and the command line, newest first. */
export const ACTIVITY = defineList({
  name: "activity",
  path: "/admin/activity",
  noun: "changes",
  search: null,
  filters: {
    who: { kind: "reference", label: "Who" },
    noun: { kind: "reference", label: "What" },
    from: { kind: "date", label: "From" },
    to: { kind: "date", label: "To" },
    record: { kind: "reference", label: "Record" },
  },
  columns: {
    change: { label: "Change" },
    who: { label: "Who" },
    when: { label: "When", sort: "at" },
    values: { label: "Before and after" },
  },
  sorts: { at: "When" },
  sort: "-at",
});

/** URL of the audit log of one record. */
export function activityOf(subject: string): string {
  return `${ACTIVITY.path}?record=${encodeURIComponent(subject)}`;
}

/** List definition of deleted records that can be restored. */
export const TRASH = defineList({
  name: "trash",
  path: "/admin/trash",
  noun: "deleted records",
  search: "Search by name",
  filters: {},
  columns: {
    label: { label: "Name" },
    kind: { label: "What" },
    deleted: { label: "Deleted", sort: "deleted" },
    who: { label: "By" },
    actions: { label: "Actions" },
  },
  sorts: { deleted: "Deleted" },
  sort: "-deleted",
});
