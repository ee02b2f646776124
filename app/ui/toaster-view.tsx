import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { cx } from "./class-names.ts";
import { TOAST_MS, type ToastKind, type ToastMessage } from "./toast.ts";

const ICONS: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleAlert, info: Info };
const TINTS: Record<ToastKind, string> = { success: "text-forest", error: "text-clay", info: "text-sky-ink" };

/** The library's toaster in the shop's look. Only `toaster.tsx` imports it, lazily. */
export default function ToasterView({ message }: { message: ToastMessage }) {
  useEffect(() => {
    // The older one leaves before the new one is shown: one at a time, each with its full time.
    toast.dismiss();
    toast.custom(() => <Card {...message} />, { duration: TOAST_MS });
  }, [message]);

  return (
    <Toaster
      position="top-right"
      visibleToasts={1}
      offset={{ top: 84, right: 24 }}
      mobileOffset={{ top: 68, left: 12, right: 12 }}
      containerAriaLabel="Messages"
    />
  );
}

function Card({ kind, title, text }: ToastMessage) {
  const Icon = ICONS[kind];
  return (
    <div
      className={cx(
        "card flex w-full items-start gap-3 px-4 py-3.5 font-sans shadow-lift sm:w-88",
        kind === "error" && "border-clay! bg-clay-soft!",
      )}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${TINTS[kind]}`} />
      <div className="min-w-0">
        <p className="font-semibold text-ink">{title}</p>
        {text ? <p className="mt-0.5 text-sm text-muted">{text}</p> : null}
      </div>
    </div>
  );
}
