import { data, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { cancelRun, retryPictures, startRun, undoRun } from "#app/features/imports/commands.server.ts";
import { RunActions } from "#app/features/imports/components/admin/run-actions.tsx";
import { RunPictures } from "#app/features/imports/components/admin/run-pictures.tsx";
import { RunCells, RunCounts } from "#app/features/imports/components/admin/run-rows.tsx";
import { RunPrices } from "#app/features/imports/components/admin/run-summary.tsx";
import { TypedPricesLink } from "#app/features/imports/components/admin/typed-prices-link.tsx";
import { runById, runPictures } from "#app/features/imports/queries.server.ts";
import { runRowsSource, runSummary } from "#app/features/imports/queries/run-rows.server.ts";
import { mayUndo, undoRefusal } from "#app/features/imports/rules.ts";
import { runFieldChanges } from "#app/features/imports/rules/field-changes.ts";
import { RUN_LABELS } from "#app/features/imports/rules/labels.ts";
import { RUN_ROWS, runRowsList } from "#app/features/imports/rules/run-list.ts";
import { categoryOptions } from "#app/features/products/queries/admin-products.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { readList, type ListState } from "#app/lib/list.ts";
import { readCount } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal } from "#app/ui/admin/answer.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/run.ts";

export const meta = noIndexMeta("Bulk change");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const run = found(isUuid(params.id) ? await runById(db, params.id) : null);
  const state = readList(RUN_ROWS, new URL(request.url).searchParams);
  const { rows, ...list } = await listPage(db, state, runRowsSource(run.id, state));
  const names = rows.some(({ before, after }) => before?.category_id ?? after?.category_id)
    ? new Map((await categoryOptions(db)).map(({ value, label }) => [value, label]))
    : new Map<string, string>();
  const undo = mayUndo(run, Date.now());
  return {
    run: { ...run, when: formatDateTime(run.finished_at ?? run.started_at ?? run.created_at) },
    state,
    list: {
      ...list,
      rows: rows.map(({ before, after, ...row }) => ({ ...row, changes: runFieldChanges(before, after, names) })),
    },
    // The page of a run that is being applied is read every second.
    summary: run.state === "preview" || run.state === "done" ? await runSummary(db, run.id) : null,
    pictures: run.kind === "import" ? await runPictures(db, run.id) : null,
    undo: { may: undo.ok, reason: undoRefusal(undo) },
  };
}

const REFUSALS = {
  not_found: "This change no longer exists.",
  not_preview: { text: "This change was applied or cancelled already.", status: 409 },
  not_done: { text: "This change has not been applied.", status: 409 },
  too_late: { text: "A change can be undone for 30 days.", status: 409 },
  undone: { text: "This change was undone already.", status: 409 },
  nothing: { text: "This run changed nothing.", status: 409 },
  unconfirmed: "Nothing was changed yet.",
};

/** Commands by the form's intent. */
const COMMANDS = { undo: undoRun, pictures: retryPictures, apply: startRun, cancel: cancelRun };

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent") ?? "";
  const command = Object.hasOwn(COMMANDS, intent) ? COMMANDS[intent as keyof typeof COMMANDS] : null;
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  if (!command) throw data(null, { status: 400 });
  const given = { count: readCount(form.get("count") ?? ""), checked: form.get("checked") === "1" };
  const result = await command(context.get(shopContext), context.get(userContext), params.id, given);
  if (!result.ok) return answerRefused(form, result, { messages: REFUSALS });
  if (intent === "cancel") return redirect(form.get("noun") === "zone" ? "/admin/delivery" : "/admin/products", 303);
  return redirect(`/admin/runs/${"id" in result ? result.id : params.id}`, 303);
}

export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, list, summary, undo, pictures } = loaderData;
  const state: ListState = loaderData.state;
  const spec = runRowsList(run.id, run.noun);
  const errors = actionData && !actionData.ok ? actionData.errors : {};
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/admin/runs" className="font-semibold text-forest underline-offset-3 hover:underline">
          Bulk changes
        </Link>
      </p>
      <PageHeading title={run.title} text={`${RUN_LABELS[run.state]} · ${run.actor_name} · ${run.when}`}>
        <RunActions
          state={run.state}
          counts={run.counts}
          resumed_at={run.resumed_at}
          noun={run.noun}
          flagged={summary?.flagged ?? 0}
          undo={undo}
          errors={errors}
        />
      </PageHeading>
      <Refusal answer={actionData} className="mb-3" />
      {run.kind === "bulk" ? <TypedPricesLink run={run.id} state={run.state} /> : null}
      {run.undone_by ? (
        <p className="mb-3">
          <Link to={`/admin/runs/${run.undone_by}`} className="font-semibold text-forest underline underline-offset-3">
            It was undone
          </Link>
        </p>
      ) : null}
      <div className="grid gap-3">
        {pictures ? (
          <RunPictures counts={pictures} isApplied={run.state === "done" && !run.isUndone} path={spec.path} />
        ) : null}
        {summary ? <RunPrices spec={spec} state={state} summary={summary} /> : null}
        <RunCounts spec={spec} state={state} counts={run.counts} />
        {run.isPurged ? (
          <p className="text-muted">The rows of a change are kept for 30 days.</p>
        ) : (
          <AdminList spec={spec} state={state} list={list} cells={(row) => RunCells(row, run.state !== "preview")} />
        )}
      </div>
    </>
  );
}
