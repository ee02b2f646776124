import { WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useCartCount } from "#app/features/cart/store.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { WorkerMessage } from "./service-worker.ts";

/** Delay before an opened page is saved, in ms, so that its own content loads first. */
const QUIET_MS = 2_000;

type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Shows that the browser is offline, and the age of prices and stock on the page. Also registers the service worker and
 * makes it save each public page that is shown. Loaded after hydration.
 */
export default function OfflineNotice() {
  const since = useOldSince();
  useSavedPages();
  if (since === null) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-50 mx-auto flex max-w-md items-center gap-3 rounded-2xl bg-amber-soft p-3 pl-4 text-sm text-amber-ink shadow-lift [html:has([data-bottom-bar])_&]:bottom-24 [[data-connection-lost]:not([hidden])~&]:hidden"
    >
      <WifiOff aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0">
        <span className="font-semibold">You are offline.</span> Prices and stock are as of {formatDateTime(since)}.
      </p>
    </div>
  );
}

/** When the page's data was loaded, if it may be outdated: when offline, or on a saved page. */
function useOldSince(): Date | null {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  const [readAt, setReadAt] = useState(() => new Date(performance.timeOrigin));
  const [saved, setSaved] = useState(savedAt);
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const first = useRef(key);
  useEffect(() => {
    if (first.current !== key) setReadAt(new Date());
    first.current = "";
  }, [key]);
  useEffect(() => {
    const observer = new MutationObserver(() => setSaved(savedAt()));
    observer.observe(document.documentElement, { attributeFilter: ["data-saved"] });
    const lost = () => setOffline(true);
    const back = () => {
      setOffline(false);
      if (savedAt() === null) return;
      // A page without data of its own has nothing that notes the new age.
      delete document.documentElement.dataset["saved"];
      void revalidate();
    };
    addEventListener("offline", lost);
    addEventListener("online", back);
    return () => {
      observer.disconnect();
      removeEventListener("offline", lost);
      removeEventListener("online", back);
    };
  }, [revalidate]);
  if (saved) return new Date(saved);
  return isOffline ? readAt : null;
}

function savedAt(): string | null {
  return document.documentElement.dataset["saved"] ?? null;
}

/** Registers the worker and reports each page to it, and the cart once it has goods, except with Save-Data. */
function useSavedPages(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const timer = setTimeout(() => void save(pathname + search), QUIET_MS);
    return () => clearTimeout(timer);
  }, [pathname, search]);
  const isCartUsed = useCartCount() > 0;
  useEffect(() => {
    if (!import.meta.env.PROD || !isCartUsed || !("serviceWorker" in navigator)) return;
    const timer = setTimeout(() => void saveCart(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isCartUsed]);
}

/** The cart's lines are a file of their own, which is needed with the page. */
async function saveCart(): Promise<void> {
  await import("#app/features/cart/components/cart-contents.tsx").catch(() => null);
  await save("/cart");
}

async function save(page: string): Promise<void> {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    // A newer worker that an earlier page found is activated when another page is shown.
    if (registration.waiting) {
      const isOver = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      });
      postToWorker(registration.waiting, "activate");
      await isOver;
    }
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const isOwn = (name: string) => /^\/(assets|files)\//.test(name.slice(location.origin.length));
    const files = loaded.filter((name) => name.startsWith(location.origin) && isOwn(name));
    if (active) postToWorker(active, { page: new URL(page, location.origin).href, files });
  } catch {
    // Private windows and full disks: the shop works without.
  }
}

function postToWorker(worker: ServiceWorker, message: WorkerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(message);
}
