/** The interface of the page's first script for the app. */
type EarlyTaps = { carryOut: () => void };

declare global {
  interface Window {
    earlyTaps?: EarlyTaps;
  }
}

/**
 * Runs as an inline script before the page is parsed, so it must be self-contained. Before hydration it records taps on
 * buttons that need the app, marks them busy and later replays them in order. It also shows the progress bar while
 * another document loads, and delays pictures and fonts.
 */
export function earlyTaps(): void {
  type Tap = { element: HTMLElement; name: string | undefined; submit: boolean };
  const html = document.documentElement;
  const taps: Tap[] = [];
  /** Typed and chosen values; React restores its own initial values. */
  const edited = new Map<HTMLInputElement, { value: string; checked: boolean }>();
  let live = false;
  let failed = false;
  /** Another document loads. */
  let isLeaving = false;

  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const record = (event: Event, element: HTMLElement, submit: boolean) => {
    stop(event);
    const busy = element.getAttribute("aria-busy") === "true";
    if (busy && element.dataset["repeat"] === undefined) return;
    element.setAttribute("aria-busy", "true");
    html.dataset["busy"] = "";
    taps.push({ element, name: element.dataset["tap"], submit });
  };
  const isPlain = (event: MouseEvent) =>
    event.isTrusted && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  /** The link of a click that loads another document of the shop. */
  const linkOf = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
    return link.hash && link.pathname === location.pathname && link.search === location.search ? null : link;
  };

  // If the app fails to load, there is nothing to wait for: forms and links work natively, other controls on a retry.
  addEventListener(
    "error",
    ({ target }) => {
      if (live || !(target instanceof HTMLScriptElement)) return;
      failed = true;
      for (const { element } of taps.splice(0)) element.removeAttribute("aria-busy");
      delete html.dataset["busy"];
      const bar = document.querySelector<HTMLElement>("[data-connection-lost]");
      if (!bar) return;
      bar.hidden = false;
      bar.querySelector("[data-retry]")?.addEventListener("click", () => location.reload());
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      if (failed || live || !isPlain(event) || !(event.target instanceof Element)) return;
      const button = event.target.closest<HTMLElement>('button[type="button"], [data-tap]');
      if (button) return record(event, button, false);
      const link = linkOf(event);
      if (link && taps.length > 0) record(event, link, false);
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!live && !failed && event.isTrusted && !form.hasAttribute("action")) record(event, form, true);
    },
    true,
  );
  const noteEdit = (event: Event) => {
    const field = event.target as HTMLInputElement;
    if (!live && event.isTrusted) edited.set(field, { value: field.value, checked: field.checked });
  };
  addEventListener("input", noteEdit, true);
  addEventListener("change", noteEdit, true);

  const leave = () => {
    isLeaving = true;
    html.dataset["busy"] = "";
  };
  // After the app's own listeners: an event that they did not prevent loads a document.
  addEventListener("click", (event) => {
    if (isPlain(event) && !event.defaultPrevented && linkOf(event)) leave();
  });
  addEventListener("submit", (event) => {
    if (event.isTrusted && !event.defaultPrevented) leave();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    isLeaving = false;
    delete html.dataset["busy"];
  });

  // With a message, because timers of a background page are throttled.
  const nextTask = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", resolve);
      port1.start();
      port2.postMessage(null);
    });
  /** Edits a field like user input: React's setter records the opposite value first, so that it detects a change. */
  const edit = (field: HTMLInputElement, value: string, checked: boolean) => {
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = !checked;
      return field.click();
    }
    const kind =
      field.tagName === "SELECT"
        ? HTMLSelectElement
        : field.tagName === "INPUT"
          ? HTMLInputElement
          : HTMLTextAreaElement;
    if (kind !== HTMLSelectElement) field.value = "";
    Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const carryOut = async () => {
    await nextTask();
    for (const [field, { value, checked }] of edited) {
      edit(field, value, checked);
      await nextTask();
      if (taps.length === 0 && field === document.activeElement) continue;
      field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      await nextTask();
    }
    for (let tap = taps.shift(); tap; tap = taps.shift()) {
      const { element, name, submit } = tap;
      element.removeAttribute("aria-busy");
      const now = name ? document.querySelector<HTMLElement>(`[data-tap="${name}"]`) : element;
      if (submit) (now as HTMLFormElement | null)?.requestSubmit();
      else now?.click();
      // The app renders the effect of a tap before the next one.
      await nextTask();
    }
    live = true;
    if (!isLeaving) delete html.dataset["busy"];
  };

  // Pictures below the first viewport wait until hydration, because its files take priority. Then they load when nearly
  // in view.
  const held = new Map<Element, { src: string; srcset: string }>();
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const picture = held.get(target);
        if (!picture || !isIntersecting) continue;
        near.unobserve(target);
        held.delete(target);
        if (picture.srcset) target.setAttribute("srcset", picture.srcset);
        target.setAttribute("src", picture.src);
      }
    },
    { rootMargin: "200px" },
  );
  const EMPTY = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  const parsed = new MutationObserver(() => {
    for (const image of document.querySelectorAll('img[loading="lazy"]:not([src^="data:"])')) {
      held.set(image, { src: image.getAttribute("src") ?? "", srcset: image.getAttribute("srcset") ?? "" });
      image.removeAttribute("srcset");
      image.setAttribute("src", EMPTY);
    }
  });
  parsed.observe(document, { childList: true, subtree: true });
  let isHolding = true;
  const release = () => {
    if (!isHolding) return;
    isHolding = false;
    parsed.disconnect();
    for (const image of held.keys()) near.observe(image);
    showTypefaces();
  };

  // The shop's fonts load after hydration, and never on a slow connection.
  const TYPEFACES = "typefaces";
  const remember = (write: boolean): boolean => {
    try {
      if (write) localStorage.setItem(TYPEFACES, "loaded");
      return localStorage.getItem(TYPEFACES) !== null;
    } catch {
      return false;
    }
  };
  const showTypefaces = () => {
    const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
    const isSlow = connection?.effectiveType
      ? connection.effectiveType !== "4g"
      : page !== undefined && page.responseStart - page.requestStart > 300;
    if (isSlow || connection?.saveData) return;
    html.dataset["typefaces"] = "";
    // `fonts.ready` would make the browser compute the layout at once.
    document.fonts.addEventListener("loadingdone", () => remember(true));
  };
  if (remember(false)) html.dataset["typefaces"] = "";

  addEventListener("load", release);
  window.earlyTaps = {
    carryOut: () => {
      release();
      void carryOut();
    },
  };
}
