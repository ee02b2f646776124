import { data, Link } from "react-router";
import { pageTitle } from "#app/blocks/root-data.ts";
import { requireAdmin } from "#app/features/auth/middleware.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/area.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Page not found") },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Whatever else stands under /admin: guarded like the rest, and not there. */
export function loader() {
  return data(null, { status: 404 });
}

export default function Area() {
  return (
    <div className="card px-6 py-14 text-center">
      <h1 className="font-display text-2xl font-bold sm:text-3xl">Oops! Page not found</h1>
      <p className="mx-auto mt-2 mb-6 max-w-md text-muted">The back office has no page at this address.</p>
      <Link to="/admin" className={buttonClass("primary")}>
        To the start page
      </Link>
    </div>
  );
}
