import { RefreshCw } from "lucide-react";
import { isRouteErrorResponse, Link } from "react-router";
import { CONTACT } from "#app/features/site/content.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { EmptyCarton } from "./empty-carton.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** What a visitor sees when a page is missing (thrown 404) or broke. It never shows what broke. */
export function ErrorScreen({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <BrokenPage />;
}

function BrokenPage() {
  return (
    <div className="page-width flex flex-col items-center py-12 text-center sm:py-20">
      <meta name="robots" content="noindex" />
      <EmptyCarton />
      <h1 className="mt-6 font-display text-3xl font-extrabold tracking-tight sm:text-4xl">Something went wrong</h1>
      <p className="mt-3 max-w-md text-muted">
        The fault is on our side, and your cart is safe. Please try again; if it stays, write to{" "}
        <a href={`mailto:${CONTACT.supportEmail}`} className="font-medium text-forest underline">
          {CONTACT.supportEmail}
        </a>
        .
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>
          <RefreshCw aria-hidden className="size-4.5" />
          Try again
        </Button>
        <Link to="/" reloadDocument className={buttonClass("outline")}>
          Back to Home
        </Link>
      </div>
    </div>
  );
}
