import { useEffect, useState } from "react";
import { loadPopup } from "#app/features/payments/components/paystack-popup.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { lastChannel } from "../store.ts";

/**
 * The chosen way to pay: the one used last in this browser, once the stores are `ready`. The provider's script is loaded
 * only for its window.
 */
export function useChannel(inlineUrl: string | null, ready: boolean) {
  const [chosen, setChannel] = useState<Channel | null>(null);
  const channel = chosen ?? (ready ? lastChannel() : "transfer");

  useEffect(() => {
    if (inlineUrl && ready && channel === "popup") void loadPopup(inlineUrl);
  }, [inlineUrl, ready, channel]);

  return { channel, setChannel };
}
