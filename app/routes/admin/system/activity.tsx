import { Link } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { ChangedValues } from "#app/features/records/components/admin/changed-values.tsx";
import { ACTIVITY } from "#app/features/records/links.ts";
import { activityOptions, activitySource } from "#app/features/records/queries.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { listHref } from "#app/lib/list.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
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
        above={<SavedViews spec={ACTIVITY} state={state} views={views} />}
        cells={({ noun, verb, subject, who, at, changes }) => ({
          change: (
            <>
              {noun} {verb}{" "}
              <Link
                to={listHref(ACTIVITY, state, { filters: { record: subject } })}
                title="All changes of this record"
                className="font-mono text-sm break-all text-forest underline underline-offset-3"
              >
                {subject.slice(0, 8)}
              </Link>
            </>
          ),
          who,
          when: <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>,
          values: <ChangedValues changes={changes} />,
        })}
      />
    </>
  );
}
