import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { contact_messages as messages } from "#db/schema/requests.ts";
import type { MESSAGES } from "./links.ts";
import { findPhone } from "./rules.ts";

const ROW = pickColumns(messages, "id", "name", "email", "subject", "is_read", "created_at");

/** List source of messages, without their text. Requires the right messages.view. */
export function messagesSource({ q, filters }: Pick<ListState<typeof MESSAGES>, "q" | "filters">) {
  return {
    from: messages,
    id: messages.id,
    where: and(
      q === ""
        ? undefined
        : or(...[messages.name, messages.email, messages.subject].map((column) => containsText(column, q))),
      filters.status ? eq(messages.is_read, filters.status === "read") : undefined,
    ),
    sorts: { at: [messages.created_at], name: [sql`lower(${messages.name})`] },
    read: async (db: Tx, ids: string[]) => await db.select(ROW).from(messages).where(inArray(messages.id, ids)),
  };
}

/**
 * A message with its text; null for an invalid or unknown id. `phone` is the number in the text, `known_phone` that of
 * the account or the latest order with the email address, which the sender did not give and may not own.
 */
export async function messageById(db: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({ ...ROW, message: messages.message, known: KNOWN_PHONE })
    .from(messages)
    .where(eq(messages.id, id));
  if (!row) return null;
  const { known, ...message } = row;
  return { ...message, phone: findPhone(row.message), known_phone: known };
}

const KNOWN_PHONE = sql<string | null>`coalesce(
  (select coalesce(nullif(p.phone, ''), u.phone_number) from users u left join profiles p on p.id = u.id
    where u.email = lower(contact_messages.email)),
  (select o.customer_phone from orders o where lower(o.customer_email) = lower(contact_messages.email)
    order by o.created_at desc limit 1))`;
