import { data, Link, redirect } from "react-router";
import { noIndexMeta } from "#app/blocks/root-data.ts";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { previewImport, stagedFile } from "#app/features/catalog/commands/import-file.server.ts";
import { MappingForm } from "#app/features/catalog/components/admin/mapping-form.tsx";
import { readMapping } from "#app/features/catalog/rules/import-fields.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { found } from "#app/lib/errors.server.ts";
import { formatCount } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import type { Route } from "./+types/import.ts";

export const meta = noIndexMeta("Columns of the price list");

export const middleware: Route.MiddlewareFunction[] = [requireRight("import")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const file = found(isUuid(params.id) ? await stagedFile(context.get(shopContext).db, params.id) : null);
  return file;
}

/** Creates the preview of the file's changes, with the chosen columns. */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const { mapping, mode } = readMapping(await readForm(request));
  const { db } = context.get(shopContext);
  const made = await previewImport(db, context.get(userContext), { id: params.id, mapping, mode });
  if (made.ok) return redirect(`/admin/runs/${made.run_id}`, 303);
  if (made.reason !== "mapping") throw data(null, { status: made.reason === "forbidden" ? 403 : 404 });
  return data({ message: made.message, mapping, mode }, { status: 422 });
}

export default function ImportPage({ loaderData: file, actionData }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/admin/imports" className="font-semibold text-forest underline-offset-3 hover:underline">
          Import products
        </Link>
      </p>
      <PageHeading
        title={file.name}
        text={`${formatCount(file.rows)} rows. ${file.isRemembered ? "The columns are as you chose them last time." : "Check what each column means."}`}
      />
      <MappingForm file={file} answer={actionData} />
    </>
  );
}
