import { and, eq, inArray, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { withinDays, type ListSource } from "#app/platform/list.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import type { ACTIVITY } from "./links.ts";
import { actionWords, fieldChanges } from "./rules.ts";

/** A line of the audit log. `who` is a name, a command or a job, or the role of a deleted user. */
export type ActivityLine = Awaited<ReturnType<typeof activityLines>>[number];

/** Upper bound of the line count. */
const MOST = 10_000;

/** List source of the audit log. Requires the right activity.view. Dates are Lagos dates. */
export function activitySource(state: ListState<typeof ACTIVITY>): ListSource<ActivityLine> {
  const { who, noun, from, to, record } = state.filters;
  const where = and(
    who ? (isUuid(who) ? eq(audit_log.actor_id, who) : sql`false`) : undefined,
    noun ? eq(NOUN, noun) : undefined,
    record ? eq(audit_log.subject, record) : undefined,
    withinDays(audit_log.at, { from, to }),
  );
  return {
    from: audit_log,
    id: audit_log.id,
    where,
    sorts: { at: [audit_log.at] },
    read: activityLines,
    countUpTo: MOST,
  };
}

const NOUN = sql`split_part(${audit_log.action}, '.', 1)`;

async function activityLines(db: Tx, ids: string[]) {
  const rows = await db
    .select({
      ...pickColumns(audit_log, "id", "at", "actor"),
      name: users.name,
      email: users.email,
      ...pickColumns(audit_log, "action", "subject", "before", "after"),
    })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .where(inArray(audit_log.id, ids.map(Number)));
  return rows.map(({ id, at, actor, name, email, action, subject, before, after }) => ({
    id: String(id),
    at,
    who: name || email || actor,
    ...actionWords(action),
    subject,
    changes: fieldChanges(before, after),
  }));
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
      (select ${NOUN} as noun from audit_log order by 1 limit 1)
      union all
      select (select ${NOUN} from audit_log where ${NOUN} > nouns.noun order by 1 limit 1)
      from nouns where nouns.noun is not null
    ) select noun from nouns where noun is not null`);
  return {
    who: staff.map(({ id, name, email }) => ({ value: id, label: name || email })),
    noun: rows.map(({ noun }) => ({ value: String(noun), label: actionWords(String(noun)).noun })),
  };
}
