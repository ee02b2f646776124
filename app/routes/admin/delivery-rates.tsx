import { FileUp } from "lucide-react";
import { Form, redirect, useNavigation } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { previewRates } from "#app/features/delivery/commands/import-rates.server.ts";
import { DELIVERY_PATH, RATES_FILE } from "#app/features/delivery/rules/forms.ts";
import { RATE_COLUMNS } from "#app/features/delivery/rules/sheet.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import type { Route } from "./+types/delivery-rates.ts";

const MOST_BYTES = 2_000_000;

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, MOST_BYTES + 100_000);
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0)
    return answerRefused(form, { reason: "invalid", errors: { file: "Choose a file." } });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const preview = await previewRates(context.get(shopContext).db, context.get(userContext), { name: file.name, bytes });
  return preview.ok ? redirect(`/admin/runs/${preview.id}`, 303) : answerRefused(form, preview);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "The file was not read. Please try again.");
}

export default function DeliveryRates({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  const error = firstError(actionData);
  return (
    <RouteDialog title="Prices from a file" closeTo={DELIVERY_PATH}>
      <p className="text-sm text-muted">
        One row for each place, method and weight; nothing is changed before you have seen what would be, and it can be
        undone. Columns: {RATE_COLUMNS.join(", ")}. Needed are a place or zone, a method, a price and days; a price
        without a weight is for any cart.
      </p>
      <p className="mt-2 text-sm">
        <a href={RATES_FILE} className="inline-flex min-h-11 items-center font-semibold text-forest underline">
          Your prices as such a file
        </a>
      </p>
      <Form method="post" encType="multipart/form-data" className="mt-2 grid gap-4">
        <Field id="rates-file" label="File" hint="XLSX, XLS, ODS or CSV, up to 2 MB." error={error}>
          <input
            {...fieldProps("rates-file", { hint: true, error })}
            type="file"
            name="file"
            required
            accept=".csv,.tsv,.txt,.xlsx,.xls,.xlsb,.ods"
            className="min-h-11 w-full rounded-xl border border-edge bg-white p-1.5 file:mr-3 file:min-h-8 file:rounded-lg file:border-0 file:bg-leaf file:px-3 file:font-semibold file:text-forest"
          />
        </Field>
        <Button type="submit" className="justify-self-start" disabled={isBusy}>
          <FileUp aria-hidden className="size-5" />
          {isBusy ? "Reading…" : "See what would change"}
        </Button>
      </Form>
    </RouteDialog>
  );
}
