import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from "react";
import { createPortal } from "react-dom";
import { toast, Toaster } from "sonner";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { ACTION_TOAST_MS, TOAST_MS, type ToastKind, type ToastMessage } from "./toast.ts";
import { MODALS_CHANGED } from "./use-modal.ts";

const ICONS: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleAlert, info: Info };
const TINTS: Record<ToastKind, string> = { success: "text-forest", error: "text-clay", info: "text-sky-ink" };

const GAP_PX = 12;
const SIDE_PX = 24;

type ViewProps = { message: ToastMessage; inFlow: boolean };

/**
 * The library's toaster with the shop's style. Only `toaster.tsx` imports it, lazily. The library does not see the focus,
 * which it would take back from what follows the toast.
 */
export default function ToasterView({ message, inFlow }: ViewProps) {
  const home = useRef<HTMLDivElement>(null);
  const [box] = useState(() => document.createElement("div"));
  const [isOverDialog, setOverDialog] = useState(false);
  const isAbsolute = inFlow && !isOverDialog;

  // The box itself moves, so that the toast in it stays the same.
  useEffect(() => {
    const place = () => {
      const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
      (dialog ?? home.current)?.append(box);
      setOverDialog(dialog !== undefined);
    };
    place();
    addEventListener(MODALS_CHANGED, place);
    return () => {
      removeEventListener(MODALS_CHANGED, place);
      box.remove();
    };
  }, [box]);

  const frame = useRef<HTMLDivElement>(null);
  const current = useRef<string | number>("");
  const cameFrom = useRef<EventTarget | null>(null);

  /** Shows the message, or gives the one that is shown a new duration. */
  const show = (duration: number, id?: string | number) => {
    const onClose = () => close();
    current.current = toast.custom(() => <ToastCard {...message} onClose={onClose} />, { id, duration });
  };
  const close = () => {
    const { activeElement } = document;
    if (frame.current?.contains(activeElement) && cameFrom.current instanceof HTMLElement)
      cameFrom.current.focus({ preventScroll: true });
    toast.dismiss();
  };
  const replace = useEffectEvent(() => {
    // The older toast is removed before the new one is shown: one at a time, each for its full duration.
    close();
    show(durationOf(message));
  });
  useEffect(() => replace(), [message]);

  /** A toast stays as long as it has the focus. */
  const holdFocused = (event: FocusEvent<HTMLElement>) => {
    event.stopPropagation();
    const { type, currentTarget, relatedTarget } = event;
    if (currentTarget.contains(relatedTarget)) return;
    if (type === "focus") cameFrom.current = relatedTarget;
    if (toast.getToasts().some(({ id }) => id === current.current))
      show(type === "focus" ? Infinity : durationOf(message), current.current);
  };

  return (
    <div ref={home}>
      {createPortal(
        <div ref={frame} onFocusCapture={holdFocused} onBlurCapture={holdFocused}>
          <Toaster
            position="top-right"
            visibleToasts={1}
            offset={{ top: isOverDialog ? SIDE_PX : inFlow ? GAP_PX : 84, right: SIDE_PX }}
            mobileOffset={{ top: isOverDialog ? GAP_PX : inFlow ? 8 : 68, left: 12, right: 12 }}
            style={isAbsolute ? { position: "absolute" } : undefined}
            containerAriaLabel="Messages"
          />
        </div>,
        box,
      )}
    </div>
  );
}

const durationOf = ({ action }: ToastMessage) => (action ? ACTION_TOAST_MS : TOAST_MS);

function ToastCard({ kind, title, text, action, onClose }: ToastMessage & { onClose: () => void }) {
  const Icon = ICONS[kind];
  const act = () => {
    // Closed first: that returns the focus, and the action may move it elsewhere.
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
        <Button variant="ghost" size="sm" className="text-forest! underline" onClick={act}>
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
