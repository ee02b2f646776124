/** The part of the provider's browser library that we use. */
type Transaction = { status?: string | null };
type Popup = {
  resumeTransaction(
    accessCode: string,
    callbacks: {
      onSuccess(result: { reference?: string }): void;
      onCancel(): void;
      onLoad(): void;
      onError(error: { message?: string }): void;
    },
  ): Transaction;
  cancelTransaction(transaction: Transaction): void;
};

declare global {
  interface Window {
    PaystackPop?: new () => Popup;
  }
}

export type PopupOutcome = { kind: "success" } | { kind: "closed" } | { kind: "error"; message: string };

const LOAD_WATCHDOG_MS = 12_000;

let script: Promise<boolean> | null = null;
let popup: Popup | null = null;

/** Puts the provider's script on the page once; false when it cannot be loaded (a later call tries again). */
export function loadPopup(inlineUrl: string): Promise<boolean> {
  if (window.PaystackPop) return Promise.resolve(true);
  script ??= new Promise<boolean>((resolve) => {
    const element = document.createElement("script");
    element.src = inlineUrl;
    element.async = true;
    element.addEventListener("load", () => resolve(Boolean(window.PaystackPop)));
    element.addEventListener("error", () => {
      script = null;
      element.remove();
      resolve(false);
    });
    document.head.append(element);
  });
  return script;
}

/**
 * Opens the payment of `accessCode` and answers once how the popup ended. One instance serves the page, because every
 * instance listens to every frame; an outcome for another reference is ignored, and none is proof of anything.
 * `onSlow` is called when the popup has not shown itself in time, for example behind a blocker.
 */
export function openPopup(options: { accessCode: string; reference: string; onSlow(): void }): Promise<PopupOutcome> {
  const Constructor = window.PaystackPop;
  if (!Constructor) return Promise.resolve({ kind: "error", message: "not loaded" });
  popup ??= new Constructor();
  const instance = popup;
  return new Promise((resolve) => {
    const watchdog = setTimeout(options.onSlow, LOAD_WATCHDOG_MS);
    const end = (outcome: PopupOutcome) => {
      clearTimeout(watchdog);
      resolve(outcome);
    };
    try {
      const transaction = instance.resumeTransaction(options.accessCode, {
        onSuccess: (result) => {
          if (result.reference === options.reference) end({ kind: "success" });
        },
        onCancel: () => end({ kind: "closed" }),
        onLoad: () => clearTimeout(watchdog),
        onError: (error) => {
          end({ kind: "error", message: error.message ?? "" });
          instance.cancelTransaction(transaction);
        },
      });
    } catch (error) {
      end({ kind: "error", message: error instanceof Error ? error.message : "" });
    }
  });
}
