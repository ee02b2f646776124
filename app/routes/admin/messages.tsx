import { useEffect } from "react";
import { Outlet } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight } from "#app/features/accounts/middleware.server.ts";
import { MESSAGES } from "#app/features/messages/links.ts";
import { messagesSource } from "#app/features/messages/queries.server.ts";
import { MESSAGES_FAILED, messageStatus } from "#app/features/messages/rules.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tryListPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { RowLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/messages.ts";

export const meta = noIndexMeta("Messages");

export const middleware: Route.MiddlewareFunction[] = [requireRight("messages.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { state, views } = await openList(request, context, MESSAGES);
  return { state, views, ...(await tryListPage(context.get(shopContext), state, messagesSource(state))) };
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { state, views, list, failed } = loaderData;
  useEffect(() => {
    if (failed) toast.error(MESSAGES_FAILED, "Load the page again in a moment.");
  }, [failed]);
  return (
    <>
      <PageHeading title="Messages" text="What visitors wrote in the contact form." />
      <AdminList
        spec={MESSAGES}
        state={state}
        list={list}
        isMarked={(row) => !row.is_read}
        above={<SavedViews spec={MESSAGES} state={state} views={views} />}
        failed={failed ? MESSAGES_FAILED : undefined}
        empty={<EmptyState title="No messages found">Messages appear here as soon as somebody writes one.</EmptyState>}
        cells={(row) => ({
          name: (
            <RowLink spec={MESSAGES} state={state} id={row.id}>
              {row.name}
            </RowLink>
          ),
          email: <span className="break-all">{row.email}</span>,
          subject: row.subject,
          status: <Badge tone={row.is_read ? "neutral" : "accent"}>{messageStatus(row)}</Badge>,
          received: <time dateTime={row.created_at.toISOString()}>{formatDateTime(row.created_at)}</time>,
        })}
      />
      <Outlet />
    </>
  );
}
