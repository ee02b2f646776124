import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { EarlyScript } from "#app/blocks/early-script.tsx";
import { ErrorScreen } from "#app/blocks/error-screen.tsx";
import { PageProgress } from "#app/blocks/page-progress.tsx";
import { PendingPage } from "#app/blocks/pending-page.tsx";
import { areCategoriesMissing } from "#app/blocks/root-data.ts";
import { Shell } from "#app/blocks/shell.tsx";
import { topCategories } from "#app/features/catalog/queries.server.ts";
import { cacheTagsContext, shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/root.ts";
import "./styles/app.css";

export const meta: Route.MetaFunction = ({ error }) => [
  {
    title: error
      ? `${isRouteErrorResponse(error) && error.status === 404 ? "Page not found" : "Something went wrong"} | Oja`
      : "Oja: wholesale goods for Nigeria",
  },
  {
    name: "description",
    content:
      "Stock your shop at market prices: wholesale goods by the bag, carton and bale, delivered to all 36 states.",
  },
];

/** Without its categories a page still sells; it says what is missing and is not kept. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  try {
    return { categories: await topCategories(db) };
  } catch (error) {
    log.error({ err: error }, "the categories failed");
    context.get(cacheTagsContext).mayCache = false;
    return { categories: null };
  }
}

/** The categories change rarely and every document brings them: who has them does not ask again. */
export function shouldRevalidate() {
  return areCategoriesMissing();
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
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
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
