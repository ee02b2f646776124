import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { updateCalendar } from "#app/features/delivery/commands.server.ts";
import { CalendarFields } from "#app/features/delivery/components/admin/calendar-fields.tsx";
import { calendarRecord } from "#app/features/delivery/queries/rates.server.ts";
import { CALENDAR, DELIVERY_PATH } from "#app/features/delivery/rules/forms.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/delivery-calendar.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function loader({ context }: Route.LoaderArgs) {
  const calendar = await calendarRecord(context.get(shopContext).db);
  return { calendar, history: await openHistory(context, CALENDAR, { values: calendar.values }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, CALENDAR, form, () => calendarRecord(db));
  if (!edit) return refuseLine(form);
  const saved = await updateCalendar(context.get(shopContext), context.get(userContext), edit);
  return answerEdit(form, edit, saved, { done: "Calendar saved", forbidden: "Your role may not change delivery." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function DeliveryCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { calendar, history } = loaderData;
  return (
    <RouteDialog title="Days and weights" closeTo={DELIVERY_PATH}>
      <RecordForm
        record={{ id: "delivery.calendar", version: calendar.version, values: calendar.values }}
        answer={actionData}
        labels={{ save: "Save", busy: "Saving..." }}
      >
        <CalendarFields />
      </RecordForm>
      <RecordHistory lines={history} subject={CALENDAR} version={calendar.version} />
    </RouteDialog>
  );
}
