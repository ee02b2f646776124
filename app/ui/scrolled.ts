import { useSyncExternalStore } from "react";

/** A page scrolled further than this gets the sticky header's shadow, in px. */
export const STICKY_AFTER_PX = 70;

/** Whether a page scrolled down by `scrollY` px is past the threshold. */
export function isScrolled(scrollY: number): boolean {
  return scrollY > STICKY_AFTER_PX;
}

function subscribe(changed: () => void): () => void {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

/** `isScrolled` of the window; draws again only when the answer changes. */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isScrolled(window.scrollY),
    () => false,
  );
}
