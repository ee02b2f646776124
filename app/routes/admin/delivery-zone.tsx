import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { updateZone } from "#app/features/delivery/commands.server.ts";
import { ZoneFields } from "#app/features/delivery/components/admin/zone-fields.tsx";
import { zoneRecord } from "#app/features/delivery/queries/rates.server.ts";
import { DELIVERY_PATH } from "#app/features/delivery/rules/forms.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/delivery-zone.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const zone = found(await zoneRecord(context.get(shopContext).db, params.id));
  return { zone, history: await openHistory(context, zone.id, { values: zone.values }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, params.id, form, () => zoneRecord(db, params.id));
  if (!edit) return refuseLine(form);
  const saved = await updateZone(context.get(shopContext), context.get(userContext), params.id, edit);
  return answerEdit(form, edit, saved, { done: "Zone saved", forbidden: "Your role may not change delivery." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function DeliveryZone({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, history } = loaderData;
  return (
    <RouteDialog title={zone.name} closeTo={DELIVERY_PATH}>
      <RecordForm
        record={{ id: `delivery.${zone.id}`, version: zone.version, values: zone.values }}
        answer={actionData}
        labels={{ save: "Save", busy: "Saving..." }}
      >
        <ZoneFields />
      </RecordForm>
      <RecordHistory lines={history} subject={zone.id} version={zone.version} />
    </RouteDialog>
  );
}
