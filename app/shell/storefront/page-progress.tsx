import { Suspense, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { retryNavigation, useConnectionLost, useDocumentInstead, useFreshAfterBack } from "./page-fetch.ts";

const OfflineNotice = lazyOr(
  () => import("./offline-notice.tsx"),
  () => null,
);

/**
 * The progress bar during navigations and requests, and the offline notice. After hydration it replays the recorded
 * taps. Links that load a document use the page's first script for the bar and for the notice if the app fails to load.
 */
export function PageProgress() {
  useDocumentInstead();
  useFreshAfterBack();
  const isLost = useConnectionLost();
  const isBusy = useNavigation().state !== "idle" && !isLost;
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => window.earlyTaps?.carryOut(), []);
  useEffect(() => {
    if (document.readyState === "complete") return setLoaded(true);
    const loaded = () => setLoaded(true);
    addEventListener("load", loaded);
    return () => removeEventListener("load", loaded);
  }, []);
  return (
    <>
      <div className="page-progress" data-active={isBusy || undefined} aria-hidden />
      <p role="status" className="sr-only">
        {isBusy ? "Loading the page" : ""}
      </p>
      <div
        role="alert"
        data-connection-lost
        hidden={!isLost}
        className="fixed inset-x-3 bottom-3 z-60 [html:has([data-bottom-bar])_&]:bottom-24 mx-auto max-w-md rounded-2xl bg-ink p-3 pl-4 text-white shadow-lift"
      >
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-sm">
            <span className="block font-semibold">No connection</span>
            The page could not be loaded.
          </p>
          <Button variant="soft" size="sm" data-retry onClick={retryNavigation}>
            Try again
          </Button>
        </div>
      </div>
      {isLoaded ? (
        <Suspense>
          <OfflineNotice />
        </Suspense>
      ) : null}
    </>
  );
}
