import { Trash2 } from "lucide-react";
import { data, Form } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { restoreFromTrash } from "#app/features/records/commands/trash.server.ts";
import { TRASH } from "#app/features/records/links.ts";
import { trashSource } from "#app/features/records/queries/trash.server.ts";
import { actionWords } from "#app/features/records/rules.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/trash.ts";

export const meta = noIndexMeta("Trash");

export const middleware: Route.MiddlewareFunction[] = [requireRight("trash.restore")];

const REFUSALS = {
  forbidden: "Your role cannot restore records.",
  gone: "This is no longer in the trash.",
  taken: { text: "Another record has its name, address or place now. Change that one first.", status: 409 },
  parent_gone: { text: "What it belonged to was deleted. Restore that first.", status: 409 },
  unfit: { text: "It conflicts with what the shop has now.", status: 409 },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state } = await openList(request, context, TRASH);
  return { state, list: await listPage(db, state, trashSource(state)) };
}

/** Restores one record. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const restored = await restoreFromTrash(context.get(shopContext), context.get(userContext), form.get("id") ?? "");
  if (restored.ok) return data<Answer>({ ok: true, title: `${restored.label} is restored` });
  return answerRefused(form, restored, { messages: REFUSALS });
}

export default function Trash({ loaderData, actionData }: Route.ComponentProps) {
  const { state, list } = loaderData;
  useAnswer(actionData);
  return (
    <>
      <PageHeading title="Trash" text="Deleted records stay here for 30 days and can be restored." />
      <Refusal answer={actionData} className="mb-4" />
      <AdminList
        spec={TRASH}
        state={state}
        list={list}
        empty={
          <EmptyState icon={<Trash2 />} title="The trash is empty">
            Deleted products, categories, posts, suppliers and messages stay here for 30 days. Restore brings them back
            as they were.
          </EmptyState>
        }
        cells={({ id, kind, label, deleted_at, who }) => ({
          label: <span className="font-semibold break-words">{label}</span>,
          kind: actionWords(kind).noun,
          deleted: <time dateTime={deleted_at.toISOString()}>{formatDateTime(deleted_at)}</time>,
          who,
          actions: (
            <Form method="post" preventScrollReset>
              <Button type="submit" name="id" value={id} variant="soft" size="sm">
                Restore<span className="sr-only"> {label}</span>
              </Button>
            </Form>
          ),
        })}
      />
    </>
  );
}
