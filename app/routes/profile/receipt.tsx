import { requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { PrintableReceipt } from "#app/features/orders/components/printable-receipt.tsx";
import { orderOf } from "#app/features/orders/queries.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { CONTACT } from "#app/features/site/content.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { pageTitle } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/receipt.ts";

/** A printed page without the shop's layout. */
export const handle = { hasOwnShell: true };

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = loaderData
    ? pageTitle(matches, `Receipt ${orderNumber(loaderData.order.id)}`)
    : pageTitle(matches, "Page not found");
  return [{ title }, { name: "robots", content: "noindex" }];
}

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** The receipt of an order of the signed-in user; another user's order answers 404. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = found(await orderOf(context.get(shopContext).db, context.get(userContext).id, params.id));
  return { order };
}

export default function Receipt({ loaderData }: Route.ComponentProps) {
  return <PrintableReceipt order={loaderData.order} seller={{ ...useStore(), address: CONTACT.address }} />;
}

export const ErrorBoundary = loadErrorBoundary("Failed to load order details. Please try again.", { title: "Error" });
