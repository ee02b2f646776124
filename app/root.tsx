import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { currentCategories } from "#app/features/products/queries.server.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { storeOf, DEFAULT_STORE } from "#app/features/settings/rules.ts";
import { cacheTagsContext, routePatternContext, shopContext } from "#app/platform/context.server.ts";
import { ErrorScreen } from "#app/shell/screens/error-screen.tsx";
import { StructuredData } from "#app/shell/seo/structured-data.tsx";
import { EarlyScript } from "#app/shell/storefront/early-script.tsx";
import { PageProgress } from "#app/shell/storefront/page-progress.tsx";
import { PendingPage } from "#app/shell/storefront/pending-page.tsx";
import {
  areCategoriesMissing,
  deliveryFromMatches,
  pageTitle,
  storeFromMatches,
  type RootData,
} from "#app/shell/storefront/root-data.ts";
import { Shell } from "#app/shell/storefront/shell.tsx";
import { useFlashMessage } from "#app/shell/storefront/use-flash-message.ts";
import type { Route } from "./+types/root.ts";
import "./styles/app.css";

export const meta: Route.MetaFunction = ({ error, matches }) => [
  {
    title: error
      ? pageTitle(
          matches,
          isRouteErrorResponse(error) && error.status === 404 ? "Page not found" : "Something went wrong",
        )
      : `${storeFromMatches(matches).name}: wholesale goods for Nigeria`,
  },
  {
    name: "description",
    content: `Stock your shop at market prices: wholesale goods by the bag, carton and bale, delivered to ${deliveryFromMatches(matches).states}.`,
  },
];

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern }) => void (context.get(routePatternContext).pattern = pattern),
];

/** A page without categories or settings still works; it shows what is missing and is not cached. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const shop = context.get(shopContext);
  const failed = (what: string) => (error: unknown) => {
    shop.log.error({ err: error }, `the ${what} failed`);
    context.get(cacheTagsContext).mayCache = false;
    return null;
  };
  const [categories, settings, delivery] = await Promise.all([
    currentCategories(shop.db).catch(failed("categories")),
    currentSettings(shop).catch(failed("settings")),
    currentDelivery(shop).catch(failed("delivery texts")),
  ]);
  return {
    categories:
      categories
        ?.filter(({ parent_id }) => parent_id === null)
        .map(({ name, slug, image_url }) => ({ name, slug, image_url })) ?? null,
    store: settings ? storeOf(settings) : DEFAULT_STORE,
    delivery,
  };
}

/** They change rarely and are in every document: only a page that lacks or has changed them loads them again. */
export function shouldRevalidate({ formAction }: ShouldRevalidateFunctionArgs) {
  return areCategoriesMissing() || /^\/admin\/(settings|categories|delivery)/.test(formAction ?? "");
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NG" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <EarlyScript />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0f5b3e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        <StructuredData />
      </head>
      <body>
        <PageProgress />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useFlashMessage();
  const matches = useMatches() as { handle?: { hasOwnShell?: boolean; withoutFooter?: boolean } }[];
  if (matches.some(({ handle }) => handle?.hasOwnShell)) return <Outlet />;
  return (
    <Shell withoutFooter={matches.some(({ handle }) => handle?.withoutFooter)}>
      <PendingPage>
        <Outlet />
      </PendingPage>
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  );
}
