import { FileUp } from "lucide-react";
import { Form, redirect, useNavigation } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { stageImport } from "#app/features/imports/commands/import-file.server.ts";
import { importHistory } from "#app/features/imports/queries/import-files.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { MAX_SHEET_BYTES, TOO_LARGE } from "#app/lib/sheet-table.ts";
import { isTooLarge, readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/imports.ts";

export const meta = noIndexMeta("Import products");

export const middleware: Route.MiddlewareFunction[] = [requireRight("import")];

export async function loader({ context }: Route.LoaderArgs) {
  const files = await importHistory(context.get(shopContext).db);
  return { files: files.map(({ created_at, ...file }) => ({ ...file, when: formatDateTime(created_at) })) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, MAX_SHEET_BYTES + 100_000).catch((error: unknown) => {
    if (!isTooLarge(error)) throw error;
    return null;
  });
  if (!form)
    return answerRefused(
      [],
      { reason: "too_large", errors: { file: TOO_LARGE } },
      { messages: { too_large: { status: 413 } } },
    );
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0)
    return answerRefused(form, { reason: "invalid", errors: { file: "Choose a file." } });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const staged = await stageImport(context.get(shopContext).db, context.get(userContext), { name: file.name, bytes });
  return staged.ok ? redirect(`/admin/imports/${staged.id}`, 303) : answerRefused(form, staged);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "The file was not read. Please try again.");
}

const STATES: Record<string, string> = {
  preview: "Preview",
  applying: "Being applied",
  done: "Imported",
  cancelled: "Cancelled",
};

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  const error = firstError(actionData);
  return (
    <>
      <PageHeading
        title="Import products"
        text="A price list as you have it: XLSX, XLS, ODS or CSV, with any column names. Nothing is changed before you have seen what would be."
      />
      <Form method="post" encType="multipart/form-data" className="card grid gap-4 p-4 sm:p-5">
        <Field
          id="import-file"
          label="Price list"
          hint="Up to 50 MB and 50,000 rows. Exports of Shopify and WooCommerce work as they are."
          error={error}
        >
          <input
            {...fieldProps("import-file", { hint: true, error })}
            type="file"
            name="file"
            onChange={({ target }) =>
              target.setCustomValidity((target.files?.[0]?.size ?? 0) > MAX_SHEET_BYTES ? TOO_LARGE : "")
            }
            required
            accept=".csv,.tsv,.txt,.xlsx,.xls,.xlsb,.ods"
            className="min-h-11 w-full rounded-xl border border-edge bg-white p-1.5 file:mr-3 file:min-h-8 file:rounded-lg file:border-0 file:bg-leaf file:px-3 file:font-semibold file:text-forest"
          />
        </Field>
        <Button type="submit" className="justify-self-start" disabled={isBusy}>
          <FileUp aria-hidden className="size-5" />
          {isBusy ? "Reading…" : "Read the file"}
        </Button>
      </Form>
      {loaderData.files.length === 0 ? null : (
        <section className="mt-7">
          <h2 className="mb-3 font-display text-xl font-bold">Earlier files</h2>
          <ul className="card divide-y divide-line">
            {loaderData.files.map((file) => (
              <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3">
                <span className="min-w-0">
                  <Link
                    to={file.run_id ? `/admin/runs/${file.run_id}` : `/admin/imports/${file.id}`}
                    className="inline-block py-1 font-semibold break-all text-forest underline-offset-3 hover:underline"
                  >
                    {file.name}
                  </Link>
                  <span className="block text-sm text-muted">
                    {formatCount(file.rows)} rows · {file.actor_name ?? "staff"} · {file.when}
                  </span>
                </span>
                <span className="flex items-center gap-3">
                  <a
                    href={`/admin/imports/${file.id}/file`}
                    className="py-2.5 text-sm font-semibold text-forest underline underline-offset-3"
                  >
                    Original file
                  </a>
                  <Badge tone={file.run_state === "done" ? "good" : "neutral"}>
                    {STATES[file.run_state ?? ""] ?? "Read"}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
