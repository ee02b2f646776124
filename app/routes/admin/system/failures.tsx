import { RefreshCw } from "lucide-react";
import { data, useRevalidator } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { dismissFailures, retryFailures } from "#app/features/failures/commands.server.ts";
import { failureCells } from "#app/features/failures/components/admin/failure-cells.tsx";
import { FAILURES } from "#app/features/failures/links.ts";
import { failuresSource, type Failure } from "#app/features/failures/queries.server.ts";
import { failureName } from "#app/features/failures/rules.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { readSelection } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listIds, listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/failures.ts";

export const meta = noIndexMeta("Failures");

export const middleware: Route.MiddlewareFunction[] = [requireRight("system.view")];

/** Actions by the form's intent. */
const COMMANDS = new Map([
  ["retry", retryFailures],
  ["dismiss", dismissFailures],
]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state } = await openList(request, context, FAILURES);
  return { state, list: await listPage(db, state, failuresSource(context.get(userContext), state)) };
}

/** Retries or dismisses one failure, the selected ones, or all matches. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request, 65_536);
  const command = COMMANDS.get(form.get("intent") ?? "");
  if (!command) return answerRefused(form, { reason: "unreadable" });
  const selection = readSelection(FAILURES, form);
  const ids =
    "ids" in selection ? selection.ids : await listIds(shop.db, selection.all, failuresSource(actor, selection.all));
  const result = await command(shop, actor, ids);
  if (!result.ok) return answerRefused(form, result);
  if (result.done === 0) return answerRefused(form, { reason: "gone", message: "It is no longer failing." });
  const count = result.done === 1 ? "" : ` (${formatCount(result.done)})`;
  const title = form.get("intent") === "retry" ? `Tried again now${count}` : `Dismissed${count}`;
  return data<Answer>({ ok: true, title });
}

export default function Failures({ loaderData, actionData }: Route.ComponentProps) {
  const { state, list } = loaderData;
  const may = useRights();
  const { revalidate } = useRevalidator();
  useAnswer(actionData);
  return (
    <>
      <PageHeading
        title="Failures"
        text="Emails, texts and jobs that fail. They are retried automatically, with growing pauses."
      >
        <Button variant="outline" size="sm" onClick={() => void revalidate()}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh Data
        </Button>
      </PageHeading>
      <Refusal answer={actionData} className="mb-4" />
      <AdminList
        spec={FAILURES}
        state={state}
        list={list}
        {...(may("failures.edit") ? { bulk: BULK } : {})}
        empty={<EmptyState title="No failures">Emails that cannot be sent and jobs that fail appear here.</EmptyState>}
        cells={failureCells({ mayEdit: may("failures.edit"), maySeeOrders: may("orders.view") })}
      />
    </>
  );
}

const BULK = {
  action: "/admin/failures",
  label: ({ source, name }: Failure) => failureName(source, name),
  controls: (
    <>
      <Button type="submit" size="sm" name="intent" value="retry">
        Try again
      </Button>
      <Button type="submit" variant="outline" size="sm" name="intent" value="dismiss">
        Dismiss
      </Button>
    </>
  ),
};
