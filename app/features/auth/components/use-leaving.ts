import { useEffect, useState } from "react";

/** Whether the page is on its way to another site; no more when the browser brings it back from there as it was. */
export function useLeaving(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const stay = () => setIsLeaving(false);
    window.addEventListener("pageshow", stay);
    return () => window.removeEventListener("pageshow", stay);
  }, []);
  return [isLeaving, setIsLeaving];
}
