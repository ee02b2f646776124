import type { ReactNode } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyCarton } from "./empty-carton.tsx";
import { ErrorScreen } from "./error-screen.tsx";

type DeadLinkProps = { error: unknown; children: ReactNode; to: string; label: string };

/** What stands where a link from a message leads to nothing (404); other errors have their own screen. */
export function DeadLink({ error, children, to, label }: DeadLinkProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen error={error} />;
  return (
    <div className="page-width flex flex-col items-center py-12 text-center sm:py-20">
      <meta name="robots" content="noindex" />
      <EmptyCarton />
      <h1 className="mt-6 font-display text-3xl font-extrabold tracking-tight sm:text-4xl">
        This link does not work any more
      </h1>
      <p className="mt-3 max-w-md text-muted">{children}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link to={to} className={buttonClass("primary", "md")}>
          {label}
        </Link>
        <Link to="/" className={buttonClass("outline", "md")}>
          Back to Home
        </Link>
      </div>
    </div>
  );
}
