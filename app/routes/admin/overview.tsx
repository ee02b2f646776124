import { data } from "react-router";
import { PaymentReviews } from "#app/blocks/admin-reviews.tsx";
import { pageTitle } from "#app/blocks/root-data.ts";
import { logOut } from "#app/features/auth/commands/admin-actions.server.ts";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { openReviews } from "#app/features/payments/queries.server.ts";
import { reviewWords } from "#app/features/payments/rules.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { can } from "#app/lib/permissions.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import type { Route } from "./+types/overview.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Overview") },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view")];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const user = context.get(userContext);
  if (!can(user, "payments.view")) return { payments: null };
  const { reviews, total } = await openReviews(db, user);
  return {
    payments: {
      total,
      // The provider's whole report stays on the server.
      reviews: reviews.map(({ details, reason, created_at, ...review }) => ({
        ...review,
        ...reviewWords({ ...review, details, reason }, formatNaira),
        at: created_at.toISOString(),
        when: formatDateTime(created_at),
      })),
    },
  };
}

/** The Logout of the menu, sent before its script ran. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.get("intent") !== "sign-out") throw data(null, { status: 400 });
  return await logOut(request, context);
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { payments } = loaderData;
  return (
    <>
      <PageHeading title="Overview" />
      {payments ? <PaymentReviews {...payments} /> : null}
    </>
  );
}
