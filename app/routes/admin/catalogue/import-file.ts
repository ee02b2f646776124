import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { importedFile } from "#app/features/imports/queries/import-files.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import type { Route } from "./+types/import-file.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("import")];

/** The uploaded price list, always as a download. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const file = found(isUuid(params.id) ? await importedFile(context.get(shopContext).db, params.id) : null);
  return new Response(file.content, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
