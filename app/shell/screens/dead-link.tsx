import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
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
      links={[
        { to, label },
        { to: "/", label: "Back to Home" },
      ]}
    />
  );
}
