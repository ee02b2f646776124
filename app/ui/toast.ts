export type ToastKind = "success" | "error" | "info";
/** A button in a toast, for example "Undo". */
export type ToastAction = { label: string; run: () => void };
export type ToastMessage = { kind: ToastKind; title: string; text?: string; action?: ToastAction };

/** Duration of a toast in ms; one with a button is shown longer, to leave time to press it. */
export const TOAST_MS = 4000;
export const ACTION_TOAST_MS = 10_000;

let show: ((message: ToastMessage) => void) | null = null;
let waiting: ToastMessage | null = null;
/** The current toast and its start time: pages may have different shells, each with its own toaster. */
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
 * Shows a message at the top right for 4 s. A new toast replaces the current one. Browser only, callable from anywhere;
 * before the toaster is mounted the newest message is queued.
 */
export const toast = { success: push("success"), error: push("error"), info: push("info") };

/**
 * Registers the toaster, which continues the current toast of the previous one; returns a function that unregisters it.
 */
export function connectToaster(fn: (message: ToastMessage) => void): () => void {
  show = fn;
  const unseen = waiting ?? (shown && Date.now() - shown.at < TOAST_MS ? shown.message : null);
  waiting = null;
  shown = unseen && { message: unseen, at: Date.now() };
  if (unseen) fn(unseen);
  return () => {
    if (show === fn) show = null;
  };
}
