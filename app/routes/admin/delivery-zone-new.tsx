import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { createZone } from "#app/features/delivery/commands.server.ts";
import { ZoneFields } from "#app/features/delivery/components/admin/zone-fields.tsx";
import { DELIVERY_PATH, NEW_ZONE } from "#app/features/delivery/rules/forms.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/delivery-zone-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...NEW_ZONE, ...Object.fromEntries(form) };
  const added = await createZone(context.get(shopContext), context.get(userContext), input);
  return answerAdded(form, added, { done: "Zone added", forbidden: "Your role may not change delivery." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function DeliveryZoneNew({ actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Add zone" closeTo={DELIVERY_PATH}>
      <RecordForm
        record={{ id: "delivery.new-zone", version: 0, values: NEW_ZONE }}
        answer={actionData}
        labels={{ save: "Add zone", busy: "Adding..." }}
      >
        <ZoneFields />
      </RecordForm>
    </RouteDialog>
  );
}
