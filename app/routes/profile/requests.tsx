import { ChevronRight, FilePlus2, UserRound } from "lucide-react";
import { useRevalidator } from "react-router";
import { useBoundToUser } from "#app/features/accounts/components/use-signed-out.ts";
import { requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { OfferBadge, RequestBadge } from "#app/features/custom-orders/components/status-badge.tsx";
import { useFreshOnReturn } from "#app/features/custom-orders/components/use-fresh-on-return.ts";
import { CUSTOM_ORDER_PATH, requestHref } from "#app/features/custom-orders/links.ts";
import { requestsOf } from "#app/features/custom-orders/queries.server.ts";
import { describedParts, requestNumber } from "#app/features/custom-orders/rules.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/requests.ts";

export const meta = noIndexMeta("My Requests");

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ context }: Route.LoaderArgs) {
  const { id: owner } = context.get(userContext);
  const found = await requestsOf(context.get(shopContext).db, owner);
  const requests = found.map(({ id, status, description, quantity, created_at, access_token, offers }) => {
    const [offer] = offers;
    return {
      number: requestNumber(id),
      href: requestHref(access_token),
      text: describedParts(description).description.slice(0, 160),
      offer: offer ? { state: offer.state, total_kobo: offer.total_kobo, valid_until: offer.valid_until } : null,
      status,
      quantity,
      created_at,
    };
  });
  return { owner, requests };
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { owner, requests } = loaderData;
  const { revalidate } = useRevalidator();
  useBoundToUser(owner, () => void revalidate());
  useFreshOnReturn();
  return (
    <div className="page-width max-w-5xl py-8 sm:py-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-3xl font-bold sm:text-4xl">My Requests</h1>
        <Link to="/profile" className={buttonClass("outline", "sm")}>
          <UserRound aria-hidden className="size-4" /> My Profile
        </Link>
      </div>
      {requests.length === 0 ? (
        <EmptyState
          icon={<FilePlus2 />}
          title="No requests yet"
          action={
            <Link to={CUSTOM_ORDER_PATH} className={buttonClass("primary")}>
              Request a custom order
            </Link>
          }
        >
          You can request goods that are not in the shop. Your requests and our offers appear here.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {requests.map(({ number, href, text, offer, status, quantity, created_at }) => (
            <li key={href}>
              <Link to={href} className="card flex items-center gap-4 p-4 hover:border-forest sm:p-5">
                <span className="grid min-w-0 flex-1 gap-1">
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold">Request {number}</span>
                    <RequestBadge status={status} />
                  </span>
                  <span className="line-clamp-2 break-words">{text}</span>
                  <span className="text-sm text-muted">
                    Quantity {formatCount(quantity)}, sent on {formatDate(created_at)}
                  </span>
                  {offer ? (
                    <span className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                      <OfferBadge state={offer.state} /> Offer of {formatNaira(offer.total_kobo)}
                      {offer.state === "open" ? `, valid until ${formatDate(offer.valid_until)}` : ""}
                    </span>
                  ) : null}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
