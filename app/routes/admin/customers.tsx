import { Download, Eye, Mail } from "lucide-react";
import { Outlet } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { CUSTOMERS } from "#app/features/customers/components/admin/customers-list.ts";
import { customersPage } from "#app/features/customers/queries/admin-list.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { ContactButtons } from "#app/features/settings/components/admin/contact-buttons.tsx";
import { formatShortDate } from "#app/lib/dates.ts";
import { formatPhone } from "#app/lib/format-phone.ts";
import { listQuery, recordHref } from "#app/lib/list.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { OpenLink, RowLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/customers.ts";

export const meta = noIndexMeta("Customers");

export const middleware: Route.MiddlewareFunction[] = [requireRight("customers.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state, views } = await openList(request, context, CUSTOMERS);
  return { state, views, list: await customersPage(db, context.get(userContext), state) };
}

export default function Customers({ loaderData: { state, views, list } }: Route.ComponentProps) {
  const may = useRights();
  return (
    <>
      <PageHeading title="Customers">
        {may("export") ? (
          <>
            <a
              href={`/admin/customers/export?format=xlsx&${listQuery(CUSTOMERS, state)}`}
              className={buttonClass("soft", "sm")}
            >
              <Download aria-hidden className="size-4" /> Export
            </a>
            <a href="/admin/newsletter/export?format=xlsx" className={buttonClass("soft", "sm")}>
              <Download aria-hidden className="size-4" /> Newsletter addresses
            </a>
            <a href="/admin/newsletter/export?all&format=xlsx" className={buttonClass("ghost", "sm")}>
              <Download aria-hidden className="size-4" /> Newsletter consents
            </a>
          </>
        ) : null}
      </PageHeading>
      {list.isAlike ? (
        <p role="status" className="mb-3 rounded-xl bg-leaf px-4 py-2.5 text-[0.9375rem]">
          Nothing has “{state.q}” as typed. These names are similar.
        </p>
      ) : null}
      <AdminList
        spec={CUSTOMERS}
        state={state}
        list={list}
        above={<SavedViews spec={CUSTOMERS} state={state} views={views} />}
        cells={(customer) => ({
          customer: (
            <span className="min-w-0">
              <RowLink spec={CUSTOMERS} state={state} id={customer.id} className="break-words">
                {customer.name}
              </RowLink>
              <span className="block text-sm font-normal text-muted capitalize max-sm:hidden in-data-compact:hidden">
                {customer.role}
              </span>
            </span>
          ),
          email: <span className="block wrap-anywhere max-sm:truncate">{customer.email ?? "None"}</span>,
          phone: <span className="whitespace-nowrap tabular-nums">{formatPhone(customer.phone) || "None"}</span>,
          location: [customer.city, customer.state].filter(Boolean).join(", ") || "None",
          joined: (
            <time
              dateTime={customer.created_at.toISOString()}
              className="whitespace-nowrap max-sm:text-sm max-sm:text-muted"
            >
              {formatShortDate(customer.created_at)}
            </time>
          ),
          actions: (
            <span className="flex items-center justify-end gap-1 max-sm:gap-0">
              <span className="sm:hidden">
                <ContactButtons phone={customer.phone} email={null} iconsFor={customer.name} />
              </span>
              {customer.email ? (
                <a
                  href={`mailto:${customer.email}`}
                  aria-label={`Email ${customer.name}`}
                  className={buttonClass("ghost", "sm", "max-sm:px-3 in-data-compact:sm:min-h-9")}
                >
                  <Mail aria-hidden className="size-4" />
                  <span className="max-sm:sr-only">Email</span>
                </a>
              ) : null}
              <OpenLink
                to={recordHref(CUSTOMERS, state, customer.id)}
                aria-label={`View ${customer.name}`}
                className={buttonClass("ghost", "sm", "max-sm:hidden in-data-compact:sm:min-h-9")}
              >
                <Eye aria-hidden className="size-4" />
                View
              </OpenLink>
            </span>
          ),
        })}
      />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = loadErrorBoundary("{message}", { title: "Error loading customers" });
