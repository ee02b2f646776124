import { useEffect, useEffectEvent } from "react";

/**
 * Makes Back close an open overlay: while it is open the history has an additional entry with the same address. The
 * router does not see that entry, so links in the overlay must use `replace`.
 */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    history.pushState({ ...history.state, isOver: true }, "");
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      close();
    };
    addEventListener("popstate", onBack, { capture: true });
    return () => {
      removeEventListener("popstate", onBack, { capture: true });
      if (!history.state?.isOver) return;
      addEventListener("popstate", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      history.back();
    };
  }, [open]);
}
