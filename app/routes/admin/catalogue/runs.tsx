import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { countRuns, latestRuns } from "#app/features/imports/queries.server.ts";
import { RUN_LABELS } from "#app/features/imports/rules/labels.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatCount } from "#app/lib/money.ts";
import { pageNumber } from "#app/lib/whole-numbers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { PageSteps } from "#app/ui/admin/page-steps.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/runs.ts";

export const meta = noIndexMeta("Bulk changes");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

const SIZE = 25;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const page = pageNumber(new URL(request.url).searchParams);
  const runs = await latestRuns(db, { offset: (page - 1) * SIZE, limit: SIZE });
  return {
    page,
    pages: Math.max(1, Math.ceil((await countRuns(db)) / SIZE)),
    runs: runs.map(({ created_at, ...run }) => ({ ...run, when: formatDateTime(created_at) })),
  };
}

export default function Runs({ loaderData }: Route.ComponentProps) {
  const { runs, page, pages } = loaderData;
  return (
    <>
      <PageHeading
        title="Bulk changes"
        text="Bulk edits and imports, each with what it changed. All can be undone for 30 days."
      />
      {runs.length === 0 ? (
        <EmptyState
          title="No bulk changes yet"
          action={
            <Link to="/admin/products" className={buttonClass("primary")}>
              Go to products
            </Link>
          }
        >
          Select products in the list, or import a price list.
        </EmptyState>
      ) : (
        <ul className="card divide-y divide-line">
          {runs.map((run) => (
            <li key={run.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3">
              <span className="min-w-0">
                <Link
                  to={`/admin/runs/${run.id}`}
                  className="inline-block py-1 font-semibold break-words text-forest underline-offset-3 hover:underline"
                >
                  {run.title}
                </Link>
                <span className="block text-sm text-muted">
                  {run.actor_name} · {run.when}
                </span>
              </span>
              <span className="flex items-center gap-3 text-sm">
                {formatCount(run.applied)} of {formatCount(run.rows)} applied
                <Badge tone={run.state === "done" ? "good" : "neutral"}>
                  {run.isUndone ? "Undone" : RUN_LABELS[run.state]}
                </Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PageSteps page={page} hasMore={page < pages} href={(to) => `?page=${to}`} className="mt-4">
        Page {page} of {pages}
      </PageSteps>
    </>
  );
}
