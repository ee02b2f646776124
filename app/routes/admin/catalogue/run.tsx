import { data, Link, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { cancelRun, retryPictures, startRun, undoRun } from "#app/features/imports/commands.server.ts";
import { RunActions } from "#app/features/imports/components/admin/run-actions.tsx";
import { RunPictures } from "#app/features/imports/components/admin/run-pictures.tsx";
import { RunCounts, RunRows } from "#app/features/imports/components/admin/run-rows.tsx";
import { runById, runPictures, runRows } from "#app/features/imports/queries.server.ts";
import { mayUndo, ROW_STATES, undoRefusal } from "#app/features/imports/rules.ts";
import { runFieldChanges, RUN_LABELS } from "#app/features/imports/rules/labels.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal } from "#app/ui/admin/answer.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { PageSteps } from "#app/ui/admin/page-steps.tsx";
import type { Route } from "./+types/run.ts";

export const meta = noIndexMeta("Bulk change");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

const SIZE = 50;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const run = found(isUuid(params.id) ? await runById(db, params.id) : null);
  const query = new URL(request.url).searchParams;
  const state = [...ROW_STATES, "pictures" as const].find((one) => one === query.get("state")) ?? null;
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const rows = await runRows(db, run.id, { state, offset: (page - 1) * SIZE, limit: SIZE + 1 });
  const undo = mayUndo(run, Date.now());
  return {
    run: { ...run, when: formatDateTime(run.finished_at ?? run.started_at ?? run.created_at) },
    state,
    page,
    hasMore: rows.length > SIZE,
    rows: rows.slice(0, SIZE).map(({ before, after, ...row }) => ({ ...row, changes: runFieldChanges(before, after) })),
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
};

/** Commands by the form's intent. */
const COMMANDS = { undo: undoRun, pictures: retryPictures, apply: startRun, cancel: cancelRun };

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent") ?? "";
  const command = Object.hasOwn(COMMANDS, intent) ? COMMANDS[intent as keyof typeof COMMANDS] : null;
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  if (!command) throw data(null, { status: 400 });
  const result = await command(context.get(shopContext), context.get(userContext), params.id);
  if (!result.ok) return answerRefused(form, result, { messages: REFUSALS });
  if (intent === "cancel") return redirect("/admin/products", 303);
  return redirect(`/admin/runs/${"id" in result ? result.id : params.id}`, 303);
}

export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, state, page, hasMore, rows, undo, pictures } = loaderData;
  const path = `/admin/runs/${run.id}`;
  const pageHref = (to: number) => `${path}?${new URLSearchParams({ ...(state ? { state } : {}), page: String(to) })}`;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/admin/runs" className="font-semibold text-forest underline-offset-3 hover:underline">
          Bulk changes
        </Link>
      </p>
      <PageHeading title={run.title} text={`${RUN_LABELS[run.state]} · ${run.actor_name} · ${run.when}`}>
        <RunActions state={run.state} counts={run.counts} noun={run.noun} undo={undo} />
      </PageHeading>
      <Refusal answer={actionData} className="mb-3" />
      {run.undone_by ? (
        <p className="mb-3">
          <Link to={`/admin/runs/${run.undone_by}`} className="font-semibold text-forest underline underline-offset-3">
            It was undone
          </Link>
        </p>
      ) : null}
      <div className="grid gap-3">
        {pictures ? (
          <RunPictures counts={pictures} isApplied={run.state === "done" && !run.isUndone} path={path} />
        ) : null}
        <RunCounts counts={run.counts} state={state} path={path} />
        {run.isPurged ? (
          <p className="text-muted">The rows of a change are kept for 30 days.</p>
        ) : (
          <RunRows rows={rows} isApplied={run.state !== "preview"} />
        )}
        <PageSteps page={page} hasMore={hasMore} href={pageHref} />
      </div>
    </>
  );
}
