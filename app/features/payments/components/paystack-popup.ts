/** The part of Paystack's inline library that is used. */
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

/** Loads the provider's script once; returns false on failure, and a later call retries. */
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

/** Adds titles to the library's two iframes, which have none. */
function named(made: Popup): Popup {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[id^="inline-"]')) frame.title ||= "Payment";
  return made;
}

/** Receives the library's events for the payment that is open now. */
type Listener = {
  success(reference: string | undefined): void;
  cancel(): void;
  load(): void;
  error(message: string): void;
};

let listener: Listener | null = null;

type PopupOptions = { accessCode: string; reference: string; onSlow(): void; signal: AbortSignal };

/**
 * Opens the payment of `accessCode` and resolves once with the outcome. One popup instance serves the page, because
 * each instance listens to all frames; a success with another reference counts as closed, and no outcome is proof of
 * payment. `onSlow`: the popup is not shown in time (e.g. blocked); `signal` closes it.
 */
export function openPopup(options: PopupOptions): Promise<PopupOutcome> {
  const Constructor = window.PaystackPop;
  if (!Constructor) return Promise.resolve({ kind: "error", message: "not loaded" });
  popup ??= named(new Constructor());
  const instance = popup;
  return new Promise((resolve) => {
    const watchdog = setTimeout(options.onSlow, LOAD_WATCHDOG_MS);
    const end = (outcome: PopupOutcome) => {
      clearTimeout(watchdog);
      listener = null;
      resolve(outcome);
    };
    // Ignores later events of an earlier payment.
    listener = null;
    try {
      const transaction = resume(instance, options.accessCode);
      options.signal.addEventListener("abort", () => {
        if (listener !== mine) return;
        end({ kind: "closed" });
        instance.cancelTransaction(transaction);
      });
      const mine: Listener = {
        // The popup is closed for any reference, and the server verifies this payment in each case.
        success: (reference) => end({ kind: reference === options.reference ? "success" : "closed" }),
        cancel: () => end({ kind: "closed" }),
        load: () => clearTimeout(watchdog),
        error: (message) => {
          end({ kind: "error", message });
          instance.cancelTransaction(transaction);
        },
      };
      listener = mine;
    } catch (error) {
      end({ kind: "error", message: error instanceof Error ? error.message : "" });
    }
  });
}

/**
 * For an access code used before, the library resumes its first transaction and calls the first callbacks. All calls
 * therefore pass the same callbacks, which delegate to the current `listener`.
 */
function resume(instance: Popup, accessCode: string): Transaction {
  return instance.resumeTransaction(accessCode, {
    onSuccess: (result) => listener?.success(result.reference),
    onCancel: () => listener?.cancel(),
    onLoad: () => listener?.load(),
    onError: (error) => listener?.error(error.message ?? ""),
  });
}
