import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { subscriberTable } from "#app/features/newsletter/queries.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tableFile, tableFormat } from "#app/platform/files/table-file.server.ts";
import type { Route } from "./+types/newsletter-export.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("export")];

/** The newsletter's subscribers as a file; with `all`, also unconfirmed and unsubscribed ones, as proof of consent. */
export function loader({ context, url }: Route.LoaderArgs) {
  const onlyActive = !url.searchParams.has("all");
  const table = subscriberTable(context.get(shopContext).db, context.get(userContext), { onlyActive });
  const name = onlyActive ? "newsletter-subscribers" : "newsletter-consents";
  return tableFile(name, tableFormat(url.searchParams.get("format")), table.columns, table.rows);
}
