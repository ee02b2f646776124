import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { ErrorScreen } from "./error-screen.tsx";

/** A page whose data did not come: says so in a toast and offers another try. A 404 is the not-found page. */
export function LoadError({ error, message }: { error: unknown; message: string }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) toast.error("Error", message);
  }, [missing, message]);
  return <ErrorScreen error={error} />;
}
