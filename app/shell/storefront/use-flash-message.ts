import { useEffect } from "react";
import { useLocation } from "react-router";
import { useStore } from "#app/features/settings/components/use-store.ts";

/** Shows the message of a form's redirect on the page that it led to. */
export function useFlashMessage(): void {
  const { key } = useLocation();
  const { name } = useStore();
  useEffect(() => {
    if (document.cookie.includes("oja.flash="))
      void import("./flash-message.ts").then(({ showFlashMessage }) => showFlashMessage(name));
  }, [key, name]);
}
