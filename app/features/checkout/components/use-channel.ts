import { useEffect, useState } from "react";
import { loadPopup } from "#app/features/payments/components/paystack-popup.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { lastChannel } from "../store.ts";

/**
 * The chosen way to pay, of a cart or an offer: `first`, else the one used last in this browser, which is read after
 * hydration. The provider's script at `inlineUrl` is loaded only for its window.
 */
export function useChannel(inlineUrl: string | null, first: Channel | null = null) {
  const ready = useStoreReady();
  const [chosen, setChannel] = useState(first);
  const channel = chosen ?? (ready ? lastChannel() : "transfer");

  useEffect(() => {
    if (inlineUrl && ready && channel === "popup") void loadPopup(inlineUrl);
  }, [inlineUrl, ready, channel]);

  return { channel, setChannel };
}
