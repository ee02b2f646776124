import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { reloadPage } from "../storefront/page-fetch.ts";
import { MessageScreen } from "./message-screen.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** The error screen for a missing page (thrown 404), a rate limit (429), a body that is too large (413) or an error, without technical details. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { email } = useStore();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage />;
  if (status === 429) {
    return (
      <Trouble title="One moment, please">
        There were very many requests from your connection. Please wait a minute and try again; your cart is safe.
      </Trouble>
    );
  }
  if (isRouteErrorResponse(error) && status === 413) {
    const { limit } = error.data as { limit: number };
    const most = limit < 1_048_576 ? `${Math.floor(limit / 1024)} KB` : `${Math.floor(limit / 1_048_576)} MB`;
    return (
      <Trouble title="That is too large">
        At most {most} can be sent here at once, so nothing was saved. Go back, and send a smaller file or a shorter
        text.
      </Trouble>
    );
  }
  return (
    <Trouble title="Something went wrong">
      The fault is on our side, and your cart is safe. Please try again; if it stays, write to{" "}
      <a href={`mailto:${email}`} className="font-medium text-forest underline">
        {email}
      </a>
      .
    </Trouble>
  );
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <MessageScreen
      title={title}
      text={children}
      button={
        <Button onClick={reloadPage}>
          <RefreshCw aria-hidden className="size-4.5" />
          Try again
        </Button>
      }
      links={[{ to: "/", label: "Back to Home", reloadDocument: true }]}
    />
  );
}
