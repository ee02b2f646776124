import { useEffect, useEffectEvent } from "react";

/**
 * Calls `react` when the session ends outside this page: in another tab, on another device, by expiry. The session
 * client is loaded after hydration; if it fails to load, the next server response reports the same.
 */
export function useSignedOutInOtherTab(react: () => void): void {
  const onOut = useEffectEvent(react);
  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    import("../client.ts").then(
      ({ auth }) => {
        if (isGone) return;
        stop = auth.onAuthStateChange((event, _, fromOtherTab) => {
          if (event === "SIGNED_OUT" && fromOtherTab) onOut();
        }).unsubscribe;
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, []);
}
