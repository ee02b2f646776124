import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import {
  followCheckoutNotice,
  ownCheckout,
  setCheckoutNotice,
  useCheckoutNotice,
} from "#app/features/checkout/store.ts";

const NoticeBar = lazy(() => import("#app/features/checkout/components/checkout-notice.tsx"));

/** Pages that say themselves what became of the payment. */
const OWN_PAGES = ["/checkout", "/checkout/payment-success"];

/**
 * Asks the server about a payment that this browser has begun, when a page is opened and when it comes back into view:
 * it may have been paid meanwhile. Without one, nothing is loaded or asked.
 */
export function PendingCheckout() {
  const { pathname } = useLocation();
  const notice = useCheckoutNotice((state) => state.notice);
  const [isReady, setReady] = useState(false);
  const isOwnPage = OWN_PAGES.includes(pathname);

  useEffect(() => followCheckoutNotice(), []);

  useEffect(() => {
    setReady(true);
    if (isOwnPage) return;
    void refresh();
    const whenSeen = () => document.visibilityState === "visible" && void refresh();
    document.addEventListener("visibilitychange", whenSeen);
    window.addEventListener("pageshow", whenSeen);
    return () => {
      document.removeEventListener("visibilitychange", whenSeen);
      window.removeEventListener("pageshow", whenSeen);
    };
  }, [pathname, isOwnPage]);

  const isSaidThere = pathname === "/checkout/payment-success" || (isOwnPage && notice?.kind === "waiting");
  if (!isReady || !notice || isSaidThere) return null;
  return (
    <Suspense fallback={null}>
      <NoticeBar />
    </Suspense>
  );
}

async function refresh(): Promise<void> {
  if (!ownCheckout()) {
    // Another tab has learnt how it ended.
    if (useCheckoutNotice.getState().notice?.kind === "waiting") setCheckoutNotice(null);
    return;
  }
  const { refreshCheckoutRecently } = await import("#app/features/checkout/components/checkout-status.ts");
  await refreshCheckoutRecently();
}
