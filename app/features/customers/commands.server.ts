import { z } from "zod";
import type { Actor } from "#app/features/permissions/rules.ts";
import { fillPlace, renameUser, saveProfile } from "#app/features/users/commands.server.ts";
import type { InvalidInput } from "#app/lib/forms.ts";
import { isPlace } from "#app/lib/lgas.ts";
import { STATE_NAMES, stateOf } from "#app/lib/nigeria.ts";
import type { Db } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { parseProfile } from "./schema.ts";

const placeInput = z.object({ place: z.string().refine(isPlace) });

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

/**
 * Remembers where the actor's goods go, unless the profile has an address. `input` is an unvalidated `{ place }`, the
 * code of a state or of a local government area.
 */
export async function rememberProfilePlace(
  { db }: Context,
  actor: Actor,
  input: unknown,
): Promise<{ ok: true } | ProfileRefusal | { ok: false; reason: "invalid" }> {
  if (!actor) return { ok: false, reason: "forbidden" };
  const parsed = placeInput.safeParse(input);
  const place = parsed.data?.place;
  const state = place && stateOf(place);
  if (!place || !state) return { ok: false, reason: "invalid" };
  const lga_code = place === state ? null : place;
  await inTransaction(db, (tx) => fillPlace(tx, actor.id, { state: STATE_NAMES[state], lga_code }));
  return { ok: true };
}
