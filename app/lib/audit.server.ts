import type { Tx } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import type { Actor, SystemActor } from "./permissions.ts";

/** `action` is noun and verb ("user.role"), `subject` the row's id; `before` and `after` hold what changed, no secrets. */
export type Change = { action: string; subject: string; before: object | null; after: object | null };

/** Writes down who changed what, in the transaction of the change: neither is there without the other. */
export async function recordChange(tx: Tx, actor: NonNullable<Actor> | SystemActor, change: Change): Promise<void> {
  const who = "system" in actor ? { actor: actor.system, actor_id: null } : { actor: actor.role, actor_id: actor.id };
  await tx.insert(audit_log).values({ ...who, ...change });
}
