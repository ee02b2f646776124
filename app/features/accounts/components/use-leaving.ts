import { useEffect, useState } from "react";

/** Whether the page is navigating to another site; reset when restored from the back/forward cache. */
export function useLeaving(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const stay = () => setIsLeaving(false);
    window.addEventListener("pageshow", stay);
    return () => window.removeEventListener("pageshow", stay);
  }, []);
  return [isLeaving, setIsLeaving];
}
