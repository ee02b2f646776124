import type { Tx } from "#db/client.server.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { subscription } from "./schema.ts";

export type SubscribeResult = { ok: true } | { ok: false; reason: "invalid_email" };

/**
 * Records a newsletter address once. A known address gets the same answer as a new one, so that nobody can ask who
 * subscribed. `input` is unchecked: `{ email }` from a form.
 */
export async function subscribe(db: Tx, input: unknown): Promise<SubscribeResult> {
  const parsed = subscription.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid_email" };
  await db.insert(newsletter_subscribers).values({ email: parsed.data.email }).onConflictDoNothing();
  return { ok: true };
}
