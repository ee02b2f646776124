import { and, desc, eq, ne } from "drizzle-orm";
import type { SystemActor } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";

/**
 * `action` is noun and verb ("user.role"), `subject` the row's id; `before` and `after` contain the changed values, no
 * secrets.
 */
export type AuditChange = { action: string; subject: string; before: object | null; after: object | null };

/** The actor of a change: a signed-in user, by role and id, or the system; `run` is the run that carries it out. */
export type ChangedBy = ({ role: string; id: string } | SystemActor) & { run?: string };

/** Writes an audit row in the transaction of the change, so that neither is stored without the other. */
export async function recordChange(tx: Tx, actor: ChangedBy, change: AuditChange): Promise<void> {
  await recordChanges(tx, actor, [change]);
}

/** The same for many changes, in one statement. */
export async function recordChanges(tx: Tx, actor: ChangedBy, changes: readonly AuditChange[]): Promise<void> {
  if (changes.length === 0) return;
  const who = "system" in actor ? { actor: actor.system, actor_id: null } : { actor: actor.role, actor_id: actor.id };
  const run_id = actor.run ?? null;
  await tx.insert(audit_log).values(changes.map((change) => ({ ...who, run_id, ...change })));
}

/** The before and after values of the columns of `after` that differ; values are compared as JSON. */
export function differences(before: object, after: object): { before: object; after: object } {
  const [was, is] = [before, after] as Record<string, unknown>[];
  const changed = Object.keys(after).filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]));
  const pick = (side: Record<string, unknown> | undefined) =>
    Object.fromEntries(changed.map((name) => [name, side?.[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}

/** The latest changes of a record by other users, newest first, at most `most`: their names, and the fields. */
export async function changesByOthers(
  db: Tx,
  subject: string,
  actorId: string,
  most: number,
): Promise<{ who: string; at: Date; fields: string[] }[]> {
  const rows = await db
    .select({ name: users.name, at: audit_log.at, after: audit_log.after })
    .from(audit_log)
    .innerJoin(users, eq(users.id, audit_log.actor_id))
    .where(and(eq(audit_log.subject, subject), ne(audit_log.actor_id, actorId)))
    .orderBy(desc(audit_log.at), desc(audit_log.id))
    .limit(Math.min(most, 20));
  return rows.map(({ name, at, after }) => ({ who: name || "Somebody else", at, fields: Object.keys(after ?? {}) }));
}
