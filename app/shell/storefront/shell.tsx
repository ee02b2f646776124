import { Suspense, type ReactNode } from "react";
import { Toaster } from "#app/ui/toaster.tsx";
import { PendingCheckoutWatcher } from "./pending-checkout.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The storefront layout: skip link, header, messages, main, and a footer unless the page hides it. */
export function Shell({ withoutFooter, children }: { withoutFooter?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-xl bg-white font-semibold text-forest shadow-lift focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <SiteHeader />
      <Toaster below="top-15 md:top-19" />
      <PendingCheckoutWatcher />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {withoutFooter ? null : (
        <Suspense>
          <SiteFooter />
        </Suspense>
      )}
    </div>
  );
}
