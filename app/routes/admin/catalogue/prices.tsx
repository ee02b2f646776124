import { Form, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { previewPriceForm } from "#app/features/imports/commands/bulk-action.server.ts";
import { PriceGrid } from "#app/features/imports/components/admin/price-grid.tsx";
import { notePreviewed } from "#app/features/imports/store.ts";
import { can } from "#app/features/permissions/rules.ts";
import { categoryOptions, pricesSource } from "#app/features/products/queries/admin-products.server.ts";
import { distributorChoices } from "#app/features/products/queries/distributor-names.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { readList } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Choice } from "#app/ui/admin/choice.tsx";
import { Labelled } from "#app/ui/admin/list-filter.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { PageSteps } from "#app/ui/admin/page-steps.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/prices.ts";

/** Products on a page. */
const LINES = 50;

export const meta = noIndexMeta("Today’s prices");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const withCosts = can(context.get(userContext), "costs.view");
  const { filters, page } = readList(PRODUCTS, new URL(request.url).searchParams);
  const { supplier = "", category = "" } = filters;
  const found =
    supplier || category
      ? await listPage(
          db,
          { sort: "name", page: Math.max(1, page), size: LINES },
          await pricesSource(db, { supplier, category }),
        )
      : null;
  return {
    supplier,
    category,
    page: found?.page ?? page,
    withCosts,
    hasMore: found !== null && found.page < found.pages,
    lines: found?.rows.map((line) => (withCosts ? line : { ...line, cost_kobo: null })) ?? null,
    suppliers: await distributorChoices(db),
    categories: await categoryOptions(db),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, 2_000_000);
  const made = await previewPriceForm(context.get(shopContext).db, context.get(userContext), form);
  return made.ok ? redirect(`/admin/runs/${made.id}`, 303) : answerRefused(form, made, { echo: false });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const filter = (await request.clone().formData()).get("filter");
  try {
    return await sendRecord<FormResult>({ request, serverAction });
  } catch (error) {
    const run =
      error instanceof Response ? /^\/admin\/runs\/(.+)$/.exec(error.headers.get("Location") ?? "")?.[1] : null;
    if (run && typeof filter === "string") notePreviewed(filter, run);
    throw error;
  }
}

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { supplier, category, suppliers, categories, lines, page, hasMore, withCosts } = loaderData;
  const filter = new URLSearchParams({
    ...(supplier ? { supplier } : {}),
    ...(category ? { category } : {}),
  }).toString();
  const pageHref = (to: number) => `?${filter}&page=${to}`;
  return (
    <>
      <PageHeading
        title="Today’s prices"
        text="Choose a supplier or a category, type or paste the new prices, look at what changes, apply. It can be undone for 30 days."
      />
      <Form method="get" className="mb-4 flex flex-wrap items-end gap-2">
        {[
          { name: "supplier", label: "Supplier", value: supplier, options: suppliers },
          { name: "category", label: "Category", value: category, options: categories },
        ].map(({ name, label, value, options }) => (
          <Labelled key={`${name} ${value}`} label={label} className="max-sm:basis-full sm:w-72">
            <Choice
              name={name}
              aria-label={label}
              defaultValue={value}
              options={[{ value: "", label: "All" }, ...options]}
            />
          </Labelled>
        ))}
        <Button type="submit" variant="soft">
          Show
        </Button>
      </Form>
      {lines === null ? null : lines.length === 0 ? (
        <EmptyState title="No products found">Choose another supplier or category.</EmptyState>
      ) : (
        <PriceGrid key={filter} lines={lines} filter={filter} answer={actionData} withCosts={withCosts} />
      )}
      <PageSteps page={page} hasMore={hasMore} href={pageHref} size={LINES} className="mt-4" />
    </>
  );
}
