import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isCheckoutBegun, subscribeToNotices } from "#app/features/checkout/components/begun-checkout.ts";

const NoticeBar = lazy(() => import("#app/features/checkout/components/checkout-notice.tsx"));

/** Follows an unfinished payment of this browser on every page. Without one, nothing is loaded or requested. */
export function PendingCheckoutWatcher() {
  const { pathname } = useLocation();
  const [hasPending, setHasPending] = useState(false);

  useEffect(() => {
    if (isCheckoutBegun()) setHasPending(true);
    return subscribeToNotices(() => setHasPending(true));
  }, [pathname]);

  if (!hasPending) return null;
  return (
    <Suspense fallback={null}>
      <NoticeBar />
    </Suspense>
  );
}
