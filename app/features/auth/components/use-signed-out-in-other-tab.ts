import { useEffect, useEffectEvent } from "react";

/**
 * Calls `react` when the session ended by no doing of this page: in another tab, on another device, by its age. The session
 * client is loaded after hydration; where it does not come, the server's next answer says the same.
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
