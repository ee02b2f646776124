import { useEffect } from "react";
import { isMarkedSignedIn, useSignedInMark } from "#app/features/accounts/store.ts";
import { rememberedPlace, rememberPlace, usePlace } from "../store.ts";

const PATH = "/delivery/place";

/** Where the buyer's goods go: the place of this browser, else that of the profile of a signed-in buyer. */
export function useBuyerPlace(): string | null {
  const place = usePlace();
  const isAsked = useSignedInMark() && place === null;
  useEffect(() => {
    if (isAsked) void takeProfilePlace();
  }, [isAsked]);
  return place;
}

async function takeProfilePlace(): Promise<void> {
  const response = await fetch(PATH, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok) return;
  const { place } = (await response.json()) as { place: string | null };
  if (place !== null && rememberedPlace() === null) rememberPlace(place);
}

/** Remembers a chosen place in this browser, and in the profile of a signed-in buyer that has no address yet. */
export function chooseBuyerPlace(place: string): void {
  rememberPlace(place);
  if (!isMarkedSignedIn()) return;
  const sent = fetch(PATH, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ place }),
    keepalive: true,
  });
  // The browser remembers it in any case.
  void sent.catch(() => null);
}
