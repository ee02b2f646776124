import { data, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { previewImport } from "#app/features/imports/commands/import-file.server.ts";
import { MappingForm } from "#app/features/imports/components/admin/mapping-form.tsx";
import { stagedFile } from "#app/features/imports/queries/import-files.server.ts";
import { readMapping } from "#app/features/imports/rules/import-fields.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { formatCount, readCount } from "#app/lib/money.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Link } from "#app/ui/link.tsx";
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
  const form = await readForm(request);
  const { errors, ...chosen } = readMapping(form);
  const uncounted = form.get("uncounted")?.trim() ?? "";
  const uncountedStock = uncounted === "" ? null : readCount(uncounted);
  if (uncounted !== "" && uncountedStock === null) errors["uncounted"] = "A whole number from 0.";
  if (Object.keys(errors).length > 0) return answerRefused(form, { reason: "invalid", errors });
  const input = { id: params.id, ...chosen, newCategories: form.get("new_categories") === "1", uncountedStock };
  const made = await previewImport(context.get(shopContext).db, context.get(userContext), input);
  if (made.ok) return redirect(`/admin/runs/${made.run_id}`, 303);
  return answerRefused(form, made, { messages: { not_found: "This file no longer exists. Please upload it again." } });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "Nothing was compared. Please try again.");
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
        text={`${formatCount(file.rows)} rows. ${file.isRemembered ? "The columns are as you chose them last time." : "Check what each column is."}`}
      />
      <MappingForm file={file} answer={actionData} />
    </>
  );
}
