import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { updateMethod } from "#app/features/delivery/commands.server.ts";
import { MethodFields } from "#app/features/delivery/components/admin/method-fields.tsx";
import { methodRecord } from "#app/features/delivery/queries/rates.server.ts";
import { DELIVERY_PATH } from "#app/features/delivery/rules/forms.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/delivery-method.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const method = found(await methodRecord(context.get(shopContext).db, params.id));
  return { method, history: await openHistory(context, method.id, { values: method.values }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, params.id, form, () => methodRecord(db, params.id));
  if (!edit) return refuseLine(form);
  const saved = await updateMethod(context.get(shopContext), context.get(userContext), params.id, edit);
  return answerEdit(form, edit, saved, { done: "Method saved", forbidden: "Your role may not change delivery." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function DeliveryMethod({ loaderData, actionData }: Route.ComponentProps) {
  const { method, history } = loaderData;
  return (
    <RouteDialog title={method.name} closeTo={DELIVERY_PATH}>
      <RecordForm
        record={{ id: `delivery.${method.id}`, version: method.version, values: method.values }}
        answer={actionData}
        labels={{ save: "Save", busy: "Saving..." }}
      >
        <MethodFields />
      </RecordForm>
      <RecordHistory lines={history} subject={method.id} version={method.version} />
    </RouteDialog>
  );
}
