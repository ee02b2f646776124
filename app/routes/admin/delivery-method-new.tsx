import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { createMethod } from "#app/features/delivery/commands.server.ts";
import { MethodFields } from "#app/features/delivery/components/admin/method-fields.tsx";
import { DELIVERY_PATH, NEW_METHOD } from "#app/features/delivery/rules/forms.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/delivery-method-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...NEW_METHOD, ...Object.fromEntries(form) };
  const added = await createMethod(context.get(shopContext), context.get(userContext), params.id, input);
  return answerAdded(form, added, { done: "Method added", forbidden: "Your role may not change delivery." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function DeliveryMethodNew({ actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Add method" closeTo={DELIVERY_PATH}>
      <RecordForm
        record={{ id: "delivery.new-method", version: 0, values: NEW_METHOD }}
        answer={actionData}
        labels={{ save: "Add method", busy: "Adding..." }}
      >
        <MethodFields />
      </RecordForm>
    </RouteDialog>
  );
}
