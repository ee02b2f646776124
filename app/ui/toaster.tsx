import { lazy, Suspense, useEffect, useState } from "react";
import { connectToaster, type ToastMessage } from "./toast.ts";

const load = () => import("./toaster-view.tsx");
const ToasterView = lazy(load);

/**
 * Where toasts appear; stands once in the page. The toast library is fetched at the visitor's first touch or key, so
 * that it weighs nothing on the first view and is there when the first toast is due.
 */
export function Toaster() {
  const [message, setMessage] = useState<ToastMessage | null>(null);

  useEffect(() => connectToaster((next) => setMessage({ ...next })), []);

  useEffect(() => {
    const warm = () => void load().catch(() => {});
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) addEventListener(event, warm, { once: true, passive: true });
    return () => events.forEach((event) => removeEventListener(event, warm));
  }, []);

  return message ? (
    <Suspense>
      <ToasterView message={message} />
    </Suspense>
  ) : null;
}
