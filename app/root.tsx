import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { ErrorScreen } from "#app/blocks/error-screen.tsx";
import { Shell } from "#app/blocks/shell.tsx";
import { topCategories } from "#app/features/catalog/queries.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
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

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  return { categories: await topCategories(db) };
}

/** The categories change rarely and every document brings them: navigation and forms do not ask again. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0f5b3e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
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
