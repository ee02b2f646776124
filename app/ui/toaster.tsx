import { useEffect, useState } from "react";
import { cx } from "./class-names.ts";
import { connectToaster, type ToastMessage } from "./toast.ts";

const load = () => import("./toaster-view.tsx");
type View = Awaited<ReturnType<typeof load>>["default"];

type ToasterProps = {
  /**
   * Where the toaster stands in the flow below a header, the height of what of it sticks, as a class ("top-15"): toasts
   * then keep below the header, scrolled or not. Without it they are fixed to the window.
   */
  below?: string;
};

/**
 * Where toasts appear; stands once in the page. The toast library is fetched at the visitor's first touch or key, so
 * that it weighs nothing on the first view and is there when the first toast is due.
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

  // A toast often tells of a broken line, over which the library does not come either: the next one tries again.
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
