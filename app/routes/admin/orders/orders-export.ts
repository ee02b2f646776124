import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { ORDERS } from "#app/features/orders/components/admin/orders-list.ts";
import { orderTable } from "#app/features/orders/queries/order-table.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tableFile, tableFormat } from "#app/platform/files/table-file.server.ts";
import type { Route } from "./+types/orders-export.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("export")];

/** The orders of a list state as a file. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { state } = await openList(request, context, ORDERS);
  const table = orderTable(context.get(shopContext).db, context.get(userContext), state);
  return tableFile("orders", tableFormat(url.searchParams.get("format")), table.columns, table.rows);
}
