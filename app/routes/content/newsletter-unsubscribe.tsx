import { unsubscribe } from "#app/features/newsletter/commands.server.ts";
import { SubscriptionCard } from "#app/features/newsletter/components/subscription-card.tsx";
import { subscriberByToken } from "#app/features/newsletter/queries.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { DeadLink } from "#app/shell/screens/dead-link.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/newsletter-unsubscribe.ts";

export const meta = noIndexMeta("Newsletter");

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });

/** Opening the link does not unsubscribe: mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return found(await subscriberByToken(context.get(shopContext).db, url.searchParams.get("token") ?? ""));
}

/** Mail programs also post to this address (List-Unsubscribe-Post). */
export async function action({ context, url }: Route.ActionArgs) {
  found((await unsubscribe(context.get(shopContext), url.searchParams.get("token") ?? "")).ok);
  return null;
}

export default function NewsletterUnsubscribe({ loaderData: { email, state } }: Route.ComponentProps) {
  return state === "unsubscribed" ? (
    <SubscriptionCard title="You are unsubscribed" text={`No newsletter goes to ${email} any more.`} />
  ) : (
    <SubscriptionCard
      title="Unsubscribe"
      text={`The newsletter goes to ${email}. End it with one click.`}
      button="Unsubscribe"
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error} to="/contact" label="Contact us">
      Its address is not on our list any more, or the link was cut off on its way. If newsletters still come, write to
      us.
    </DeadLink>
  );
}
