import { useEffect } from "react";
import { data } from "react-router";
import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { editSettings } from "#app/features/settings/commands.server.ts";
import { SettingsTabs } from "#app/features/settings/components/admin/settings-tabs.tsx";
import { readSettings } from "#app/features/settings/queries.server.ts";
import { settingsValues } from "#app/features/settings/rules/form.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/settings.ts";

export const meta = noIndexMeta("Settings");

export const middleware: Route.MiddlewareFunction[] = [requireRight("settings.edit")];

const NOT_LOADED = "Failed to load settings. Please try again.";
const NOT_SAVED = "Failed to save settings. Please try again.";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  try {
    const { settings, version, broken } = await readSettings(db);
    const values = settingsValues(settings);
    return { values, version, broken, history: await openHistory(context, "settings", { values }) };
  } catch (error) {
    log.error({ err: error }, "the settings were not read");
    return { values: null, version: 0, broken: [], history: null };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, log } = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readFormData(request, 32_768);
  try {
    const edit = await readRecordEdit(context, "settings", form, async () => {
      return { values: settingsValues((await readSettings(db)).settings) };
    });
    if (!edit) return refuseLine(form);
    const saved = await editSettings({ db }, actor, edit);
    return answerEdit(form, edit, saved, { done: "Settings saved", forbidden: NOT_SAVED });
  } catch (error) {
    log.error({ err: error }, "the settings were not saved");
    return data(refuseForm(form, {}, { message: NOT_SAVED }), { status: 500 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { values, version, broken, history } = loaderData;
  const refusal = actionData && !actionData.ok ? actionData.message : undefined;
  useEffect(() => {
    if (!values) toast.error(NOT_LOADED);
    else if (refusal) toast.error(refusal);
  }, [values, refusal, actionData]);
  return (
    <>
      <PageHeading title="Settings" />
      {values?.["testMode"] === "1" ? (
        <p className="mb-4 rounded-xl bg-amber-soft px-4 py-2.5 font-medium text-amber-ink">Test mode is on.</p>
      ) : null}
      {broken.length > 0 ? (
        <p role="alert" className="mb-4 rounded-xl bg-clay-soft px-4 py-2.5 text-clay-deep">
          Stored settings that cannot be read are shown with their defaults: {broken.join(", ")}. Saving corrects them.
        </p>
      ) : null}
      {values ? (
        <section aria-label="Settings of the shop" className="card overflow-clip px-4 py-4 sm:px-6 sm:py-5">
          <RecordForm
            record={{ id: "settings", version, values }}
            answer={actionData}
            labels={{ save: "Save Settings", busy: "Saving..." }}
          >
            <SettingsTabs />
          </RecordForm>
          <RecordHistory lines={history} subject="settings" version={version} />
        </section>
      ) : (
        <p role="alert" className="card px-4 py-6 font-medium text-clay-deep">
          {NOT_LOADED}
        </p>
      )}
    </>
  );
}
