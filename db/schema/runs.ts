import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, reference, time, uniqueWhere } from "./columns.ts";

/** A bulk change of all matches of a list, checked again when it is read. */
export type RunQuestion = { change: unknown; query: string };

/**
 * One change of many records: a bulk edit, an import or the undo of either. `state`: staging (rows are being written)
 * -> preview -> applying -> done, or preview -> cancelled. `undo_of` is the run that this one reverts.
 */
export const runs = pgTable(
  "runs",
  {
    id: id(),
    kind: text("kind").notNull(),
    noun: text("noun").notNull(),
    title: text("title").notNull(),
    state: text("state").notNull().default("staging"),
    undo_of: reference("undo_of", (): AnyPgColumn => runs.id, "cascade"),
    actor: text("actor").notNull(),
    actor_id: uuid("actor_id"),
    created_at: insertTime("created_at"),
    started_at: time("started_at"),
    /** The last time that a new process went on with it, because that of an earlier one had ended. */
    resumed_at: time("resumed_at"),
    finished_at: time("finished_at"),
    /** What a staging run still asks of the catalogue: the change, and the list's query whose matches it changes. */
    question: jsonb("question").$type<RunQuestion>(),
    /** The number of rows in each state, after the rows are purged. */
    purged_counts: jsonb("purged_counts").$type<Record<string, number>>(),
  },
  (t) => [
    index("runs_created_at_idx").on(t.created_at.desc()),
    indexWhere("runs_undo_of_idx", sql`undo_of is not null`, t.undo_of),
    uniqueWhere("runs_undo_of_key", sql`state in ('applying','done')`, t.undo_of),
    check("runs_kind_check", sql`kind in ('bulk','import','undo')`),
    check("runs_state_check", sql`state in ('staging','preview','applying','done','cancelled')`),
  ],
);

/** A linked picture of an import row; `address` is the stored one, `reason` the error. */
export type RowPicture = {
  source: string;
  /** The alternative text. */
  alt?: string;
  state: "waiting" | "stored" | "failed";
  address?: string;
  reason?: string;
};

/** What buyers pay before and after, in kobo; `flags` are what it must be looked at for. */
export type RowPrice = { from: number; to: number; flags: string[] };

/**
 * One record of a run. `record_id` is null for a record that the run will create. `before` and `after` contain only
 * changed fields. `reason` is a message unless the row is simply applied.
 */
export const run_rows = pgTable(
  "run_rows",
  {
    run_id: reference("run_id", () => runs.id, "cascade").notNull(),
    place: integer("place").notNull(),
    record_id: uuid("record_id"),
    label: text("label").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    state: text("state").notNull().default("ready"),
    reason: text("reason").notNull().default(""),
    /** The change of what buyers pay; null in a row that changes no price of a known product. */
    price: jsonb("price").$type<RowPrice>(),
    /** Pictures to download after the row is applied, in order; then `images` of `before` and `after` are set. */
    pictures: jsonb("pictures").$type<RowPicture[]>(),
    /** The number of pending ones. */
    pictures_waiting: integer("pictures_waiting").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.place] }),
    index("run_rows_state_idx").on(t.run_id, t.state, t.place),
    index("run_rows_record_id_idx").on(t.record_id),
    indexWhere("run_rows_pictures_idx", sql`pictures_waiting > 0`, t.run_id, t.place),
    check("run_rows_state_check", sql`state in ('ready','unchanged','refused','applied','changed_meanwhile','failed')`),
  ],
);
