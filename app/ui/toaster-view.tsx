import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { ACTION_TOAST_MS, TOAST_MS, type ToastKind, type ToastMessage } from "./toast.ts";

const ICONS: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleAlert, info: Info };
const TINTS: Record<ToastKind, string> = { success: "text-forest", error: "text-clay", info: "text-sky-ink" };

const GAP_PX = 12;
const SIDE_PX = 24;

/** The library's toaster with the shop's style. Only `toaster.tsx` imports it, lazily. */
export default function ToasterView({ message, inFlow }: { message: ToastMessage; inFlow: boolean }) {
  useEffect(() => {
    // The older toast is removed before the new one is shown: one at a time, each for its full duration.
    toast.dismiss();
    toast.custom((id) => <ToastCard {...message} onClose={() => toast.dismiss(id)} />, {
      duration: message.action ? ACTION_TOAST_MS : TOAST_MS,
    });
  }, [message]);

  return (
    <Toaster
      position="top-right"
      visibleToasts={1}
      offset={{ top: inFlow ? GAP_PX : 84, right: SIDE_PX }}
      mobileOffset={{ top: inFlow ? 8 : 68, left: 12, right: 12 }}
      style={inFlow ? { position: "absolute" } : undefined}
      containerAriaLabel="Messages"
    />
  );
}

function ToastCard({ kind, title, text, action, onClose }: ToastMessage & { onClose: () => void }) {
  const Icon = ICONS[kind];
  const act = (button: HTMLElement) => {
    // Dismissed first: the library returns the focus, and the action may move it elsewhere.
    button.blur();
    onClose();
    action?.run();
  };
  return (
    <div
      className={cx(
        "card flex w-full items-start gap-3 py-1.5 pr-1.5 pl-4 font-sans shadow-lift sm:w-88",
        kind === "error" && "border-clay! bg-clay-soft!",
      )}
    >
      <Icon aria-hidden className={`mt-3 size-5 shrink-0 ${TINTS[kind]}`} />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="font-semibold text-ink">{title}</p>
        {text ? (
          <p
            className={cx(
              "mt-0.5 text-sm",
              kind === "error" ? "text-ink" : "text-muted",
              kind === "success" && "line-clamp-3",
            )}
          >
            {text}
          </p>
        ) : null}
      </div>
      {action ? (
        <Button
          variant="ghost"
          size="sm"
          className="text-forest! underline"
          onClick={({ currentTarget }) => act(currentTarget)}
        >
          {action.label}
        </Button>
      ) : null}
      <button
        type="button"
        aria-label="Close message"
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-muted hover:bg-sand-deep hover:text-ink"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
