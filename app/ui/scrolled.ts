import { useSyncExternalStore } from "react";

/** Scroll offset from which the sticky header has a shadow, in px. */
export const STICKY_AFTER_PX = 70;

/** Whether a page scrolled by `scrollY` px is past the threshold. */
export function isScrolled(scrollY: number): boolean {
  return scrollY > STICKY_AFTER_PX;
}

function subscribe(changed: () => void): () => void {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

/** `isScrolled` of the window; renders only when the result changes. */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isScrolled(window.scrollY),
    () => false,
  );
}
