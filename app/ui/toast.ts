export type ToastKind = "success" | "error" | "info";
/** A button in a toast, for example "Undo". */
export type ToastAction = { label: string; run: () => void };
export type ToastMessage = { kind: ToastKind; title: string; text?: string; action?: ToastAction };

/** How long a toast stays, in ms; one with a button stays longer, so that there is time to press it. */
export const TOAST_MS = 4000;
export const ACTION_TOAST_MS = 10_000;

let show: ((message: ToastMessage) => void) | null = null;
let waiting: ToastMessage | null = null;
/** What is shown, and when that began: pages have one of several shells, each with a toaster of its own. */
let shown: { message: ToastMessage; at: number } | null = null;

function push(kind: ToastKind) {
  return (title: string, text?: string, action?: ToastAction): void => {
    const message: ToastMessage = { kind, title, text, action };
    if (!show) return void (waiting = message);
    shown = { message, at: Date.now() };
    show(message);
  };
}

/**
 * Says something at the top right for 4 s. One at a time: a new toast replaces the one shown.
 * Browser only, and callable from anywhere; before the toaster is there the newest message waits for it.
 */
export const toast = { success: push("success"), error: push("error"), info: push("info") };

/**
 * The toaster puts itself in charge of showing, and goes on with what the one before was just saying; answers a function
 * that takes it off again.
 */
export function connectToaster(fn: (message: ToastMessage) => void): () => void {
  show = fn;
  const unsaid = waiting ?? (shown && Date.now() - shown.at < TOAST_MS ? shown.message : null);
  waiting = null;
  shown = unsaid && { message: unsaid, at: Date.now() };
  if (unsaid) fn(unsaid);
  return () => {
    if (show === fn) show = null;
  };
}
