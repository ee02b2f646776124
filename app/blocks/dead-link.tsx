import type { ReactNode } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { MessageScreen } from "./message-screen.tsx";

type DeadLinkProps = { error: unknown; children: ReactNode; to: string; label: string };

/** The screen for an invalid link from a message (404); other errors have their own screen. */
export function DeadLink({ error, children, to, label }: DeadLinkProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen error={error} />;
  return (
    <MessageScreen
      title="This link no longer works"
      text={children}
      actions={
        <>
          <Link to={to} className={buttonClass("primary", "md")}>
            {label}
          </Link>
          <Link to="/" className={buttonClass("outline", "md")}>
            Back to Home
          </Link>
        </>
      }
    />
  );
}
