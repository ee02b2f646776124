import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { CUSTOMERS } from "#app/features/customers/components/admin/customers-list.ts";
import { customerTable } from "#app/features/customers/queries/customer-table.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tableFile, tableFormat } from "#app/platform/files/table-file.server.ts";
import type { Route } from "./+types/customers-export.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("export")];

/** The customers of a list state as a file. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { state } = await openList(request, context, CUSTOMERS);
  const table = customerTable(context.get(shopContext).db, context.get(userContext), state);
  return tableFile("customers", tableFormat(url.searchParams.get("format")), table.columns, table.rows);
}
