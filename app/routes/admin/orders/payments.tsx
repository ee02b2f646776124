import { CircleCheck } from "lucide-react";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { BoardPart } from "#app/features/payments/components/admin/board-part.tsx";
import { UnmatchedCard, WaitingCard } from "#app/features/payments/components/admin/payment-cards.tsx";
import { ReviewCard } from "#app/features/payments/components/admin/review-card.tsx";
import { SearchCard } from "#app/features/payments/components/admin/search-card.tsx";
import {
  boardReviews,
  PAYMENTS_PER_PAGE,
  unmatchedPayments,
  waitingPayments,
} from "#app/features/payments/queries/board.server.ts";
import { openSearches } from "#app/features/payments/queries/searches.server.ts";
import { reviewWords } from "#app/features/payments/rules.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { paymentAction } from "#app/flows/payment-forms.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { pageNumber } from "#app/lib/whole-numbers.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { PageSteps } from "#app/ui/admin/page-steps.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/payments.ts";

export const meta = noIndexMeta("Payments");

export const middleware: Route.MiddlewareFunction[] = [requireRight("payments.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const page = pageNumber(new URL(request.url).searchParams);
  const reviews = await boardReviews(db, actor, page);
  return {
    page,
    size: PAYMENTS_PER_PAGE,
    reviews: {
      total: reviews.total,
      // The provider's complete report stays on the server.
      rows: reviews.rows.map(({ details, reason, created_at, ...review }) => ({
        ...review,
        ...reviewWords({ ...review, details, reason }, formatNaira),
        requestId: crypto.randomUUID(),
        at: created_at.toISOString(),
        when: formatDateTime(created_at),
      })),
    },
    waiting: await waitingPayments(db, actor, page),
    unmatched: await unmatchedPayments(db, actor, page),
    searches: await openSearches(db, actor, page),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return await paymentAction(context, await readForm(request));
}

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { reviews, waiting, unmatched, searches, page, size } = loaderData;
  const may = useRights();
  const most = Math.max(reviews.total, waiting.total, unmatched.total, searches.total);
  return (
    <>
      <PageHeading
        title="Payments"
        text="Payments are never confirmed by hand: the provider is asked, and only money that it received becomes an order."
      />
      {actionData ? (
        <p role="status" className="mb-4 rounded-xl bg-leaf px-4 py-3 font-medium">
          {actionData.ok ? actionData.text : actionData.message}
        </p>
      ) : null}
      {most === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title="Every payment is in order"
          action={
            <Link to="/admin/orders?payment=paid" className={buttonClass("outline")}>
              Paid orders
            </Link>
          }
        >
          Nothing to review, nobody is paying at the moment, and every payment that the provider reported belongs to an
          order. Payments with a wrong amount, paid twice, or paid after the goods were sold out appear here.
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <BoardPart
            title="Payments to review"
            total={reviews.total}
            empty="Nothing to review. Payments with a wrong amount, paid twice, or paid after the goods were sold out appear here."
          >
            {reviews.rows.map((review) => (
              <ReviewCard
                key={review.id}
                review={review}
                maySettle={may("payments.settle")}
                mayRefund={may("orders.refund")}
              />
            ))}
          </BoardPart>
          <BoardPart title="Buyers look for their payment" total={searches.total} empty="Nobody looks for a payment.">
            {searches.rows.map((search) => (
              <SearchCard key={search.id} search={search} maySettle={may("payments.settle")} />
            ))}
          </BoardPart>
          <BoardPart title="Pending payments" total={waiting.total} empty="Nobody is paying at the moment.">
            {waiting.rows.map((payment) => (
              <WaitingCard key={payment.reference} payment={payment} searches={searches.rows} />
            ))}
          </BoardPart>
          <BoardPart
            title="Payments without an order"
            total={unmatched.total}
            empty="Every payment that the provider reported belongs to an order."
          >
            {unmatched.rows.map((payment) => (
              <UnmatchedCard
                key={payment.id}
                payment={payment}
                searches={searches.rows}
                maySettle={may("payments.settle")}
              />
            ))}
          </BoardPart>
        </div>
      )}
      <PageSteps
        page={page}
        hasMore={page * size < most}
        href={(to) => `/admin/payments?page=${to}`}
        className="mt-4 justify-end"
      />
    </>
  );
}

export const ErrorBoundary = loadErrorBoundary("{message}", { title: "Error loading payments" });
