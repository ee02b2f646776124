import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

type Props = { error: unknown; message: string; asMissing?: boolean };

/**
 * A page whose data did not come: says so in a toast and offers another try. A 404 is the not-found page, and with
 * `asMissing` so is everything else; the status code still tells one from the other.
 */
export function LoadError({ error, message, asMissing = false }: Props) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) toast.error("Error", message);
  }, [missing, message]);
  return asMissing ? <NotFoundPage /> : <ErrorScreen error={error} />;
}
