import { Store } from "lucide-react";
import { data } from "react-router";
import { SupplierCard } from "#app/features/suppliers/components/supplier-card.tsx";
import { approvedSuppliers } from "#app/features/suppliers/queries.server.ts";
import { suppliersHref } from "#app/features/suppliers/rules.ts";
import { pageNumber } from "#app/lib/whole-numbers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager/pager.tsx";
import type { Route } from "./+types/suppliers.ts";

const DESCRIPTION =
  "The manufacturers, importers and distributors who sell here, with what they deal in and where they are.";

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page ?? 1;
  const title = page > 1 ? `Suppliers, page ${page}` : "Suppliers";
  return pageMeta({ title, description: DESCRIPTION, path: suppliersHref(page) })(args);
};

/** Only approved suppliers are listed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const listed = await approvedSuppliers(db, pageNumber(url.searchParams));
  if (listed.page > listed.pages) throw data(null, { status: 404 });
  return { ...listed, baseUrl };
}

export default function Suppliers({ loaderData }: Route.ComponentProps) {
  const { suppliers, page, pages, total } = loaderData;
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
        <div>
          <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Suppliers</h1>
          <p className="mt-2 max-w-2xl text-muted">{DESCRIPTION}</p>
        </div>
        <Link to="/supplier-registration" className={buttonClass("outline")}>
          Become a Supplier
        </Link>
      </div>
      {total === 0 ? (
        <EmptyState
          className="mt-6"
          icon={<Store />}
          title="No suppliers listed yet"
          action={
            <Link to="/products" className={buttonClass("primary")}>
              See the goods
            </Link>
          }
        >
          The first ones are being reviewed. Their goods are in the shop already.
        </EmptyState>
      ) : (
        <>
          <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {suppliers.map((supplier) => (
              <li key={supplier.id}>
                <SupplierCard supplier={supplier} />
              </li>
            ))}
          </ul>
          <Pager page={page} pages={pages} href={suppliersHref} label="Pages of suppliers" />
        </>
      )}
    </div>
  );
}
