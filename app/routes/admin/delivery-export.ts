import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { zoneFields } from "#app/features/delivery/commands/zone-target.server.ts";
import { allZones } from "#app/features/delivery/queries/rates.server.ts";
import { RATE_COLUMNS, rateRows } from "#app/features/delivery/rules/sheet.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tableFile } from "#app/platform/files/table-file.server.ts";
import type { Route } from "./+types/delivery-export.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

/** The rates as a file that comes back in. */
export async function loader({ context }: Route.LoaderArgs) {
  const zones = await allZones(context.get(shopContext).db);
  async function* rows() {
    yield rateRows(zones.map(zoneFields));
  }
  return tableFile("delivery-prices", "csv", RATE_COLUMNS, rows());
}
