import { KeyRound, ShieldCheck, Store, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { PaymentReviews } from "#app/blocks/admin-reviews.tsx";
import { pageTitle } from "#app/blocks/root-data.ts";
import { logOut } from "#app/features/auth/commands/admin-actions.server.ts";
import { requireAdmin, userContext } from "#app/features/auth/middleware.server.ts";
import { openReviews } from "#app/features/payments/queries.server.ts";
import { reviewWords } from "#app/features/payments/rules.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { Route } from "./+types/start.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Back office") },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(shopContext);
  const user = context.get(userContext);
  const { reviews, total } = await openReviews(db, user);
  return {
    user: { name: user.name, email: user.email, hasSecondFactor: user.has_second_factor },
    hasSso: env.SSO,
    total,
    // The provider's whole report stays on the server.
    reviews: reviews.map(({ details, reason, created_at, ...review }) => ({
      ...review,
      ...reviewWords({ ...review, details, reason }, formatNaira),
      at: created_at.toISOString(),
      when: formatDateTime(created_at),
    })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return logOut(request, context);
}

export default function Start({ loaderData }: Route.ComponentProps) {
  const { user, hasSso, reviews, total } = loaderData;
  return (
    <>
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Back office</h1>
      <p className="mt-2 mb-7 break-words text-muted">
        Signed in as {user.name} ({user.email}).
      </p>
      <PaymentReviews reviews={reviews} total={total} />
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {hasSso ? (
          <AdminCard to="/admin/single-sign-on" icon={KeyRound} title="Single sign-on">
            Companies whose people log in with their own provider
          </AdminCard>
        ) : null}
        <AdminCard to="/admin/security" icon={ShieldCheck} title="Security">
          {user.hasSecondFactor ? "Your second factor is on" : "Your second factor is off"}
        </AdminCard>
        <AdminCard to="/" icon={Store} title="The shop">
          What customers see
        </AdminCard>
      </ul>
    </>
  );
}

type AdminCardProps = { to: string; icon: LucideIcon; title: string; children: string };

function AdminCard({ to, icon: Icon, title, children }: AdminCardProps) {
  return (
    <li className="grid">
      <Link to={to} className="card flex items-start gap-3.5 p-5 transition-shadow hover:shadow-lift">
        <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-xl bg-leaf text-forest">
          <Icon className="size-5.5" strokeWidth={1.8} />
        </span>
        <span>
          <b className="block font-semibold">{title}</b>
          <span className="text-sm text-muted">{children}</span>
        </span>
      </Link>
    </li>
  );
}
