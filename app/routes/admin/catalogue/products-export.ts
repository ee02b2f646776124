import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { productTable } from "#app/features/products/queries/product-table.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tableFile, tableFormat } from "#app/platform/files/table-file.server.ts";
import type { Route } from "./+types/products-export.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("export")];

/** The products of a list state as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state } = await openList(request, context, PRODUCTS);
  const table = productTable(db, state, can(context.get(userContext), "costs.view"));
  const format = tableFormat(new URL(request.url).searchParams.get("format"));
  return tableFile("products", format, table.columns, table.rows);
}
