import { useEffect, useState } from "react";
import { cx } from "./class-names.ts";
import { connectToaster, type ToastMessage } from "./toast.ts";

const load = () => import("./toaster-view.tsx");
type View = Awaited<ReturnType<typeof load>>["default"];

type ToasterProps = {
  /**
   * The toaster's position below a header, the height of the header's sticky part, as a class ("top-15"): toasts stay
   * below the header, scrolled or not. Without it they are fixed to the window.
   */
  below?: string;
};

/**
 * The toaster; mounted once per page. The toast library is loaded at the visitor's first touch or key press, so that it
 * costs nothing on the first view and is ready for the first toast.
 */
export function Toaster({ below }: ToasterProps) {
  const [message, setMessage] = useState<ToastMessage | null>(null);
  const [View, setView] = useState<View | null>(null);

  useEffect(() => connectToaster((next) => setMessage({ ...next })), []);

  useEffect(() => {
    const warm = () => void load().catch(() => {});
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) addEventListener(event, warm, { once: true, passive: true });
    return () => events.forEach((event) => removeEventListener(event, warm));
  }, []);

  // A toast often reports a failed connection, on which the library fails to load too: the next toast retries.
  useEffect(() => {
    if (message && !View) {
      load().then(
        (loaded) => setView(() => loaded.default),
        () => {},
      );
    }
  }, [message, View]);

  const view = message && View ? <View message={message} inFlow={below !== undefined} /> : null;
  return below === undefined ? view : <div className={cx("sticky z-20 h-0 overflow-x-clip", below)}>{view}</div>;
}
