import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { id, insertTime, reference, time } from "./columns.ts";

/** Saved views of admin lists. `query` is the list's query string without its page. */
export const saved_views = pgTable(
  "saved_views",
  {
    id: id(),
    list: text("list").notNull(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    user_id: reference("user_id", () => users.id, "cascade").notNull(),
    is_shared: boolean("is_shared").notNull().default(false),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("saved_views_name_key").on(t.list, t.user_id, sql`lower(${t.name})`),
    index("saved_views_user_id_idx").on(t.user_id),
  ],
);

/** Staff notes on a record: `kind` is its noun ("order"), `subject` its id. */
export const notes = pgTable(
  "notes",
  {
    id: id(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    author_id: reference("author_id", () => users.id, "set null"),
    created_at: insertTime("created_at"),
  },
  (t) => [
    index("notes_subject_idx").on(t.kind, t.subject, t.created_at.desc()),
    index("notes_author_id_idx").on(t.author_id),
  ],
);

export type TrashedRows = { table: string; rows: Record<string, unknown>[] }[];

/** Deleted records, kept for 30 days: the rows of each table in the order of restoring. */
export const trash = pgTable(
  "trash",
  {
    id: id(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    label: text("label").notNull(),
    content: jsonb("content").$type<TrashedRows>().notNull(),
    deleted_by: reference("deleted_by", () => users.id, "set null"),
    deleted_at: insertTime("deleted_at"),
  },
  (t) => [
    index("trash_deleted_at_idx").on(t.deleted_at.desc()),
    index("trash_subject_idx").on(t.subject),
    index("trash_deleted_by_idx").on(t.deleted_by),
  ],
);

/** Staff invitations by mail. The link contains a token of which only the hash is stored. */
export const staff_invitations = pgTable(
  "staff_invitations",
  {
    id: id(),
    email: text("email").notNull(),
    staff_role: text("staff_role").notNull(),
    token_hash: text("token_hash").notNull(),
    invited_by: reference("invited_by", () => users.id, "set null"),
    expires_at: time("expires_at").notNull(),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("staff_invitations_email_key").on(sql`lower(${t.email})`),
    uniqueIndex("staff_invitations_token_key").on(t.token_hash),
    index("staff_invitations_invited_by_idx").on(t.invited_by),
    check("staff_invitations_role_check", sql`${t.staff_role} in ('owner','manager','sales','packer')`),
  ],
);
