export type ToastKind = "success" | "error" | "info";
export type ToastMessage = { kind: ToastKind; title: string; text?: string };

/** How long a toast stays, in ms. */
export const TOAST_MS = 4000;

let show: ((message: ToastMessage) => void) | null = null;
let waiting: ToastMessage | null = null;

function push(kind: ToastKind) {
  return (title: string, text?: string): void => {
    const message: ToastMessage = { kind, title, text };
    if (show) show(message);
    else waiting = message;
  };
}

/**
 * Says something at the top right for 4 s. One at a time: a new toast replaces the one shown.
 * Browser only, and callable from anywhere; before the toaster is there the newest message waits for it.
 */
export const toast = { success: push("success"), error: push("error"), info: push("info") };

/** The toaster puts itself in charge of showing; answers a function that takes it off again. */
export function connectToaster(fn: (message: ToastMessage) => void): () => void {
  show = fn;
  if (waiting) fn(waiting);
  waiting = null;
  return () => {
    if (show === fn) show = null;
  };
}
