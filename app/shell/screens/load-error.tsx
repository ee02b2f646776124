import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

type Props = {
  error: unknown;
  /** The toast's text; "{message}" in it is replaced by the error's message. */
  message: string;
  /** The toast's title; without one the message is the title. */
  title?: string;
  asMissing?: boolean;
};

/** The router's replacement for server errors, whose messages stay on the server. */
const HIDDEN = "Unexpected Server Error";

/**
 * The screen of a page whose data failed to load: a toast and 'Try again'. A 404 shows the not-found page, and with
 * `asMissing` every error except 429 does; the status code is unchanged.
 */
export function LoadError({ error, message: template, title, asMissing = false }: Props) {
  const message = template.replace("{message}", () => messageOf(error));
  const isRefused = isRouteErrorResponse(error) && error.status === 429;
  const isExpected = isRefused || (isRouteErrorResponse(error) && error.status === 404);
  useEffect(() => {
    if (isExpected) return;
    if (title) toast.error(title, message);
    else toast.error(message);
  }, [isExpected, title, message]);
  return asMissing && !isRefused ? <NotFoundPage /> : <ErrorScreen error={error} />;
}

/** The error boundary of a route: `LoadError` with this message. */
export function loadErrorBoundary(message: string, options?: Pick<Props, "title" | "asMissing">) {
  return ({ error }: { error: unknown }) => <LoadError error={error} message={message} {...options} />;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message === "" || message === HIDDEN ? "something went wrong on our side" : message;
}
