import { use, type ReactNode } from "react";
import { NonceContext } from "./nonce.ts";

type NeedsScriptProps = {
  /** The content without JavaScript. */
  text: ReactNode;
  /** The skeleton of the content that needs JavaScript. */
  children: ReactNode;
  /** An `EmptyAtOnce`, if the content may be empty. */
  empty?: ReactNode;
};

/** A skeleton until hydration; without JavaScript, a message. */
export function NeedsScript({ text, children, empty }: NeedsScriptProps) {
  return (
    <>
      <noscript>
        <div className="card p-5">{text}</div>
      </noscript>
      <div className="noscript:hidden" suppressHydrationWarning>
        {children}
      </div>
      {empty}
    </>
  );
}

type EmptyAtOnceProps = {
  /** Key of the browser's storage, for a state with `items`. */
  storageKey: string;
  children: ReactNode;
};

/**
 * Right after a skeleton: shown instead of it, before the app is loaded, if nothing is stored. Only the server renders it;
 * React keeps its markup until the page has read the storage.
 */
export function EmptyAtOnce({ storageKey, children }: EmptyAtOnceProps) {
  if (!import.meta.env.SSR) {
    // oxlint-disable-next-line react/no-danger -- empty: React keeps the server's markup while it hydrates
    return <div hidden dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
  }
  return (
    <div hidden>
      {children}
      <script nonce={use(NonceContext)}>{`(${showIfEmpty.toString()})(${JSON.stringify(storageKey)})`}</script>
    </div>
  );
}

/** An inline script, so it must be self-contained. */
function showIfEmpty(key: string): void {
  const view = document.currentScript?.parentElement;
  try {
    const stored = localStorage.getItem(key);
    if (stored !== null && !stored.includes('"items":[]')) return;
  } catch {
    return;
  }
  view?.toggleAttribute("hidden", false);
  view?.previousElementSibling?.toggleAttribute("hidden", true);
}
