import { History } from "lucide-react";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { activityOptions, activitySource } from "#app/features/activity/queries.server.ts";
import { ChangedValues } from "#app/features/records/components/admin/changed-values.tsx";
import { ACTIVITY } from "#app/features/records/links.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { listHref } from "#app/lib/list.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/activity.ts";

export const meta = noIndexMeta("Activity");

export const middleware: Route.MiddlewareFunction[] = [requireRight("activity.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state, views } = await openList(request, context, ACTIVITY);
  return {
    state,
    views,
    list: await listPage(db, state, activitySource(state)),
    options: await activityOptions(db),
  };
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { state, views, list, options } = loaderData;
  return (
    <>
      <PageHeading title="Activity" text="Everything that was changed here, by whom, and what it was before." />
      <AdminList
        spec={ACTIVITY}
        state={state}
        list={list}
        options={options}
        empty={
          <EmptyState icon={<History />} title="No changes yet">
            When staff change a product, an order or a setting, it is written here: who, when, and the value before. A
            record’s own history can bring that value back.
          </EmptyState>
        }
        above={<SavedViews spec={ACTIVITY} state={state} views={views} />}
        cells={({ noun, verb, subject, label, run, who, at, changes }) => ({
          change: (
            <span className="min-w-0">
              {noun} {verb}{" "}
              {label ? (
                <Link
                  to={
                    run?.id === subject
                      ? `/admin/runs/${subject}`
                      : listHref(ACTIVITY, state, { filters: { record: subject } })
                  }
                  title={run?.id === subject ? "All its records" : "All changes of this record"}
                  className="[overflow-wrap:anywhere] text-forest underline underline-offset-3"
                >
                  {label}
                </Link>
              ) : null}
              {run && run.id !== subject ? (
                <span className="block text-sm text-muted">
                  in the bulk change{" "}
                  <Link to={`/admin/runs/${run.id}`} className="text-forest underline underline-offset-3">
                    {run.title}
                  </Link>
                </span>
              ) : null}
            </span>
          ),
          who,
          when: <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>,
          values: <ChangedValues changes={changes} />,
        })}
      />
    </>
  );
}
