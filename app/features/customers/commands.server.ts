import type { Actor } from "#app/features/permissions/rules.ts";
import { renameUser, saveProfile } from "#app/features/users/commands.server.ts";
import type { InvalidInput } from "#app/lib/forms.ts";
import type { Db } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { parseProfile } from "./schema.ts";

/** Commands change only the actor's own rows. */
type Context = { db: Db };
type ProfileRefusal = { ok: false; reason: "forbidden" };

export type UpdateProfileResult = { ok: true } | ProfileRefusal | InvalidInput;

/**
 * Saves the actor's profile and account names. `input` is unvalidated form data; the user id comes only from the
 * session.
 */
export async function updateProfile({ db }: Context, actor: Actor, input: unknown): Promise<UpdateProfileResult> {
  if (!actor) return { ok: false, reason: "forbidden" };
  const parsed = parseProfile(input);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const { profile } = parsed;
  return await inTransaction(db, async (tx): Promise<UpdateProfileResult> => {
    if (!(await renameUser(tx, actor.id, profile))) return { ok: false, reason: "forbidden" };
    await saveProfile(tx, actor.id, profile);
    return { ok: true };
  });
}
