import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

type Props = {
  error: unknown;
  /** What the toast says; "{message}" in it becomes the error's own. */
  message: string;
  /** Stands over the message; without one the message is the toast's title. */
  title?: string;
  asMissing?: boolean;
};

/** What the router puts in place of an error of the server, whose words stay there. */
const HIDDEN = "Unexpected Server Error";

/**
 * A page whose data did not come: says so in a toast and offers another try. A 404 is the not-found page, and with
 * `asMissing` so is everything else but a 429; the status code still tells one from the other.
 */
export function LoadError({ error, message: template, title, asMissing = false }: Props) {
  const message = template.replace("{message}", () => messageOf(error));
  const isRefused = isRouteErrorResponse(error) && error.status === 429;
  const isSaid = isRefused || (isRouteErrorResponse(error) && error.status === 404);
  useEffect(() => {
    if (isSaid) return;
    if (title) toast.error(title, message);
    else toast.error(message);
  }, [isSaid, title, message]);
  return asMissing && !isRefused ? <NotFoundPage /> : <ErrorScreen error={error} />;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message === "" || message === HIDDEN ? "something went wrong on our side" : message;
}
