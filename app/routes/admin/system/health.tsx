import { RefreshCw } from "lucide-react";
import { data, useRevalidator } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { startBackupJob } from "#app/features/health/commands.server.ts";
import { Backups } from "#app/features/health/components/admin/backups.tsx";
import { HealthParts } from "#app/features/health/components/admin/health-parts.tsx";
import { shopHealth } from "#app/features/health/queries.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/health.ts";

export const meta = noIndexMeta("Health");

export const middleware: Route.MiddlewareFunction[] = [requireRight("system.view")];

/** The page is read again after a click, in ms. */
const FRESH_MS = 500;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { figures, entries } = await shopHealth({ ...shop, payments: context.get(paymentContext) }, FRESH_MS);
  return { entries, backups: figures.backups, at: figures.at };
}

const NOT_SET_UP = { text: "Set BACKUP_DIR or BACKUP_S3_... first, and start the shop again.", status: 409 };
const DONE = {
  backup: { new: "A backup is being made", running: "A backup is being made already" },
  "restore-test": { new: "The newest backup is being tested", running: "A backup is being tested already" },
};

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent !== "backup" && intent !== "restore-test") return answerRefused(form, { reason: "unreadable" });
  const result = await startBackupJob(context.get(shopContext), context.get(userContext), intent);
  if (!result.ok) return answerRefused(form, result, { messages: { not_set_up: NOT_SET_UP } });
  return data<Answer>({ ok: true, title: DONE[intent][result.isNew ? "new" : "running"] });
}

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, backups, at } = loaderData;
  const may = useRights();
  const { revalidate } = useRevalidator();
  useAnswer(actionData);
  return (
    <>
      <PageHeading title="Health" text="How the shop's parts are, and what to do about those that are not well.">
        <Button variant="outline" size="sm" onClick={() => void revalidate()}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh Data
        </Button>
      </PageHeading>
      <Refusal answer={actionData} className="mb-4" />
      <HealthParts entries={entries} />
      {backups ? <Backups backups={backups} now={at} mayMake={may("backups.make")} /> : null}
    </>
  );
}
