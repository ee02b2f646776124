import { confirmSubscription } from "#app/features/newsletter/commands.server.ts";
import { SubscriptionCard } from "#app/features/newsletter/components/subscription-card.tsx";
import { subscriberByToken } from "#app/features/newsletter/queries.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { DeadLink } from "#app/shell/screens/dead-link.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/newsletter-confirm.ts";

export const meta = noIndexMeta("Newsletter");

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });

/** Opening the link does not confirm: mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return found(await subscriberByToken(context.get(shopContext).db, url.searchParams.get("token") ?? ""));
}

export async function action({ context, url }: Route.ActionArgs) {
  found((await confirmSubscription(context.get(shopContext), url.searchParams.get("token") ?? "")).ok);
  return null;
}

export default function NewsletterConfirm({ loaderData: { email, state } }: Route.ComponentProps) {
  return state === "subscribed" ? (
    <SubscriptionCard
      title="You are subscribed"
      text={`The newsletter goes to ${email}. Each one has a link that ends it with one click.`}
    />
  ) : (
    <SubscriptionCard
      title="Confirm your subscription"
      text={`Shall the newsletter go to ${email}? New arrivals, bulk discounts and market news, about twice a month.`}
      button="Confirm my subscription"
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error} to="/contact" label="Contact us">
      Its address is not on our list, or the link was cut off on its way. Type your address below to subscribe.
    </DeadLink>
  );
}
