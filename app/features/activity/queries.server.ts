import { and, eq, inArray, sql } from "drizzle-orm";
import type { ACTIVITY } from "#app/features/records/links.ts";
import { actionWords, fieldChanges } from "#app/features/records/rules.ts";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { MOST_COUNTED, withinDays, type ListSource } from "#app/platform/list.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { recordNames } from "./queries/record-names.server.ts";

/** A line of the audit log. `who` is a name, a command or a job, or the role of a deleted user. */
export type ActivityLine = Awaited<ReturnType<typeof activityLines>>[number];

/**
 * List source of the audit log. A run is one line; its changes of single records are in the log of each record. Requires
 * the right activity.view. Dates are Lagos dates.
 */
export function activitySource(state: ListState<typeof ACTIVITY>): ListSource<ActivityLine> {
  const { who, noun, from, to, record } = state.filters;
  const where = and(
    who ? (isUuid(who) ? eq(audit_log.actor_id, who) : sql`false`) : undefined,
    noun ? eq(NOUN, noun) : undefined,
    record ? eq(audit_log.subject, record) : WITHOUT_RUN,
    withinDays(audit_log.at, { from, to }),
  );
  return {
    from: audit_log,
    id: audit_log.id,
    where,
    sorts: { at: [audit_log.at] },
    read: activityLines,
    countUpTo: MOST_COUNTED,
  };
}

const NOUN = sql`split_part(${audit_log.action}, '.', 1)`;
/** The condition of the log's indexes. */
const WITHOUT_RUN = sql`run_id is null`;

async function activityLines(db: Tx, ids: string[]) {
  const rows = await db
    .select({
      ...pickColumns(audit_log, "id", "at", "actor", "run_id"),
      name: users.name,
      email: users.email,
      ...pickColumns(audit_log, "action", "subject", "before", "after"),
    })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .where(inArray(audit_log.id, ids.map(Number)));
  const { names, appliedRows } = await recordNames(db, rows.flatMap(uuidsIn));
  return rows.map(({ id, at, actor, name, email, action, subject, before, after, run_id }) => {
    const isRun = action.startsWith("run.");
    const applied = isRun ? appliedRows[subject] : undefined;
    return {
      id: String(id),
      at,
      who: name || email || actor,
      ...actionWords(action),
      subject,
      label: names[subject] ?? labelOf(subject, after, before),
      /** The run that this line is about, or that made the change. */
      run: isRun ? { id: subject, title: "" } : run_id ? { id: run_id, title: names[run_id] ?? "" } : null,
      changes:
        applied === undefined
          ? fieldChanges(before, isRun ? {} : after, names)
          : [{ field: "records changed", before: "", after: applied.toLocaleString("en-NG") }],
    };
  });
}

/** The name of a record that is gone, as the change has it; else its short number. */
function labelOf(subject: string, ...sides: (object | null)[]): string {
  for (const side of sides) {
    for (const field of ["name", "title", "email", "domain", "what"]) {
      const value: unknown = (side as Record<string, unknown> | null)?.[field];
      if (typeof value === "string" && value) return value;
    }
  }
  if (subject === "settings") return "";
  return isUuid(subject) ? subject.slice(0, 8).toUpperCase() : subject;
}

type Audited = { subject: string; run_id: string | null; before: object | null; after: object | null };

/** All ids of records that a line names. */
function uuidsIn({ subject, run_id, before, after }: Audited): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === "string" && isUuid(value)) found.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit([subject, run_id, before, after]);
  return found;
}

/** Filter options of the activity list: staff by name, and the nouns in the log. */
export async function activityOptions(db: Tx) {
  const staff = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(users.name);
  // Recursive index scan with one step per noun, independent of the number of lines.
  const { rows } = await db.execute(sql`
    with recursive nouns as (
      (select ${NOUN} as noun from audit_log where ${WITHOUT_RUN} order by 1 limit 1)
      union all
      select (select ${NOUN} from audit_log where ${WITHOUT_RUN} and ${NOUN} > nouns.noun order by 1 limit 1)
      from nouns where nouns.noun is not null
    ) select noun from nouns where noun is not null`);
  return {
    who: staff.map(({ id, name, email }) => ({ value: id, label: name || email })),
    noun: rows.map(({ noun }) => ({ value: String(noun), label: actionWords(String(noun)).noun })),
  };
}
