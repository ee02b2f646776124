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

/** Names the two frames that the library puts on the page, which it leaves without a title. */
function named(made: Popup): Popup {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[id^="inline-"]')) frame.title ||= "Payment";
  return made;
}

/** What the payment that is open now does with the library's events. */
type Listener = {
  success(reference: string | undefined): void;
  cancel(): void;
  load(): void;
  error(message: string): void;
};

let listener: Listener | null = null;

type PopupOptions = { accessCode: string; reference: string; onSlow(): void; signal: AbortSignal };

/**
 * Opens the payment of `accessCode` and answers once how the popup ended. One instance serves the page, because every
 * instance listens to every frame; a success under another reference only closes, and no outcome is proof of anything.
 * `onSlow` is called when the popup has not shown itself in time, for example behind a blocker. `signal` closes it.
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
    // Whatever the library still has to say about an earlier payment is not about this one.
    listener = null;
    try {
      const transaction = resume(instance, options.accessCode);
      options.signal.addEventListener("abort", () => {
        if (listener !== mine) return;
        end({ kind: "closed" });
        instance.cancelTransaction(transaction);
      });
      const mine: Listener = {
        // The popup is gone whichever payment it names, and the server is asked about ours either way.
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
 * Asked again for an access code that was left, the library goes on with its first transaction and calls the first
 * callbacks. So every call hands over the same ones, which ask `listener` who waits now.
 */
function resume(instance: Popup, accessCode: string): Transaction {
  return instance.resumeTransaction(accessCode, {
    onSuccess: (result) => listener?.success(result.reference),
    onCancel: () => listener?.cancel(),
    onLoad: () => listener?.load(),
    onError: (error) => listener?.error(error.message ?? ""),
  });
}
