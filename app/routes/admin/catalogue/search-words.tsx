import { data } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { allCategories } from "#app/features/products/queries.server.ts";
import { deleteSynonym, saveSynonym } from "#app/features/search/commands/synonyms.server.ts";
import { SynonymForm } from "#app/features/search/components/admin/synonym-form.tsx";
import { synonym, synonymsSource } from "#app/features/search/queries/synonym-list.server.ts";
import { listingHref as shopHref, EMPTY_LISTING } from "#app/features/search/rules/listing-links.ts";
import { SYNONYMS } from "#app/features/search/rules/synonym-list.ts";
import { listHref } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/search-words.ts";

export const meta = noIndexMeta("Search words");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

const REFUSALS = {
  forbidden: "Your role may not change search words.",
  missing: "This word is no longer in the list.",
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state } = await openList(request, context, SYNONYMS);
  const editing = await synonym(db, url.searchParams.get("edit") ?? "");
  const shelves = (await allCategories(db)).map(({ slug, name }) => ({ slug, name }));
  return { state, editing, shelves, list: await listPage(db, state, synonymsSource(state)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  if (form.get("intent") === "delete") {
    const deleted = await deleteSynonym(shop, actor, form.get("id") ?? "");
    if (deleted.ok) return data<Answer>({ ok: true, title: "Search word deleted" });
    return answerRefused(form, deleted, { messages: REFUSALS });
  }
  const saved = await saveSynonym(shop, actor, Object.fromEntries(form));
  if (saved.ok) return data<Answer>({ ok: true, title: `“${saved.phrase}” is saved` });
  return answerRefused(form, saved, { messages: REFUSALS });
}

export default function SearchWords({ loaderData, actionData }: Route.ComponentProps) {
  const { state, list, editing, shelves } = loaderData;
  const refused = actionData?.ok === false ? actionData : null;
  useAnswer(actionData);
  const here = listHref(SYNONYMS, state);
  const editHref = (phrase: string) => `${here}${here.includes("?") ? "&" : "?"}edit=${encodeURIComponent(phrase)}`;
  return (
    <>
      <PageHeading
        title="Search words"
        text="What shoppers type for products that have other names. A word that means itself is never corrected, and finds nothing rather than other products."
      />
      <Refusal answer={actionData} className="mb-4" />
      <SynonymForm
        key={`${editing?.id ?? ""} ${actionData?.ok ? actionData.title : ""}`}
        editing={actionData?.ok ? null : editing}
        values={refused?.values}
        errors={refused?.errors ?? {}}
        shelves={shelves}
        closeTo={here}
      />
      <AdminList
        spec={SYNONYMS}
        state={state}
        list={list}
        cells={({ id, kind }) => ({
          phrase: <span className="font-semibold break-words">{id}</span>,
          kind: kind === "" ? <span className="text-muted">Finds no products</span> : kind,
          actions: (
            <div className="flex flex-wrap gap-1">
              <Link to={editHref(id)} className={buttonClass("soft", "sm")} preventScrollReset={false}>
                Edit<span className="sr-only"> {id}</span>
              </Link>
              <Link to={shopHref("/products", { ...EMPTY_LISTING, search: id })} className={buttonClass("ghost", "sm")}>
                Try<span className="sr-only"> {id}</span>
              </Link>
              <ConfirmForm
                id={id}
                label={`Delete ${id}`}
                title={`Delete “${id}”?`}
                text="Searches then look for the word itself."
              />
            </div>
          ),
        })}
      />
    </>
  );
}
