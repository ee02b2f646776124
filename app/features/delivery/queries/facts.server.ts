import { sql } from "drizzle-orm";
import type { DeliveryFacts } from "#app/features/site/rules/delivery-texts.ts";
import type { Tx } from "#db/client.server.ts";
import { cachedPerDatabase } from "#db/per-database.server.ts";
import { USUAL_CALENDAR } from "../rules.ts";
import { factsOf } from "../rules/facts.ts";

type Row = { places: string[] | null; min_days: number; max_days: number };

/**
 * What pages say of delivery, from the active methods, their zones and the suppliers' preparing days; null without rates.
 * What is ordered after the cut-off or on a free day leaves a working day later.
 */
async function readFacts(db: Tx): Promise<DeliveryFacts | null> {
  const { rows } = await db.execute<Row>(sql`
    with reached as (
      select zone_id, min_days,
        max_days + case when cutoff_minute < 1440 or coalesce(
          (select cardinality(working_days) from delivery_calendar), ${USUAL_CALENDAR.working_days.length}::integer
        ) < 7 then 1 else 0 end as max_days
      from delivery_methods where active)
    select
      (select array_agg(place) from delivery_zone_places where zone_id in (select zone_id from reached)) as places,
      coalesce(min(min_days), 0)::integer as min_days,
      (coalesce(max(max_days), 0)
        + coalesce((select max(lead_days) from suppliers where status = 'approved'), 0))::integer as max_days
    from reached`);
  const [row] = rows;
  return row ? factsOf(row.places ?? [], row.min_days, row.max_days) : null;
}

const facts = cachedPerDatabase(readFacts);

/** What pages, their heads and mails say of delivery, cached per process until `resetDelivery`; null without rates. */
export function currentDelivery({ db }: { db: Tx }): Promise<DeliveryFacts | null> {
  return facts.current(db);
}

/** Call after rates changed and before cached pages are dropped. */
export const resetDelivery = facts.reset;
