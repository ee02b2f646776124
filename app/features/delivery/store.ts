import { create } from "zustand";
import { subscribeToWrites } from "#app/lib/browser-store.ts";
import { tryStorage } from "#app/lib/try-storage.ts";

const KEY = "delivery-place";
const CODE = /^[A-Z]{2}(-\d{2})?$/;

const usePlaceStore = create<{ place: string | null }>(() => ({ place: stored() }));

if (typeof window !== "undefined") subscribeToWrites(KEY, () => usePlaceStore.setState({ place: stored() }));

/** Where this browser's goods go: the code of a state ("AN") or of an area ("AN-16"), or null before one was chosen. */
export function usePlace(): string | null {
  return usePlaceStore(({ place }) => place);
}

/** The same outside of a component. */
export function rememberedPlace(): string | null {
  return usePlaceStore.getState().place;
}

/** Remembers a place in this browser, for all its tabs. */
export function rememberPlace(place: string): void {
  usePlaceStore.setState({ place });
  tryStorage(() => localStorage.setItem(KEY, place));
}

function stored(): string | null {
  if (typeof window === "undefined") return null;
  const code = tryStorage(() => localStorage.getItem(KEY)) ?? "";
  return CODE.test(code) ? code : null;
}
