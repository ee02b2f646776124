import { data } from "react-router";
import { NotFoundPage } from "#app/shell/screens/not-found-page.tsx";
import { pageTitle } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/not-found.ts";

/** All addresses without a route. */
export const meta: Route.MetaFunction = ({ matches }) => [{ title: pageTitle(matches, "Page not found") }];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundPage />;
}
