/**
 * The checkout's script. It is sent to the browser as source text, so it must be self-contained. The sandbox renders
 * the views; the script swaps them in and sends messages to the page around the popup.
 */
export function runCheckout(): void {
  type Answer = {
    html: string;
    events: { event: string; data?: unknown }[];
    leave: string | null;
    after_ms: number;
    paid?: boolean;
    transaction?: { id: number; accessCode: string; customer: unknown };
  };

  const root = document.querySelector<HTMLElement>("#checkout");
  const status = document.querySelector<HTMLElement>("#say");
  const popup = document.body.dataset.mode === "popup" && window.parent !== window;
  let code = document.body.dataset.code || null;
  let state: "idle" | "loading" | "loaded" = "idle";
  let busy = false;

  const postToParent = (message: unknown): void => {
    if (popup) window.parent.postMessage(message, "*");
  };
  const announce = (text: string): void => {
    if (status) status.textContent = text;
  };
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  };
  const apply = (answer: Answer): void => {
    if (!root) return;
    root.innerHTML = answer.html;
    root.scrollTop = 0;
    const target = root.querySelector<HTMLElement>("[data-focus]") ?? root.querySelector<HTMLElement>("h1");
    target?.focus({ preventScroll: true });
    if (root.querySelector("[data-poll]") && !popup) setTimeout(() => void poll(), 1000);
    const { leave } = answer;
    if (answer.events.length === 0) return;
    setTimeout(() => {
      for (const event of answer.events) postToParent(event);
      if (!popup && leave) window.location.assign(leave);
      if (popup && answer.events.some((event) => event.event !== "error")) state = "idle";
    }, answer.after_ms);
  };
  const poll = async (): Promise<void> => {
    const response = await fetch(`/checkout/${code}/status`).catch(() => null);
    const answer = (await response?.json()) as Answer | undefined;
    if (answer?.paid) apply(answer);
    else setTimeout(() => void poll(), 1000);
  };

  const open = async (accessCode: string): Promise<void> => {
    if (state === "loading" && code === accessCode) return;
    code = accessCode;
    state = "loading";
    const answer = await post(`/checkout/${accessCode}/open`, {});
    state = "loaded";
    apply(answer);
    if (answer.events.length === 0) postToParent({ event: "loaded:transaction", data: answer.transaction });
  };
  const start = async (params: { accessCode?: string }): Promise<void> => {
    if (params.accessCode) return await open(params.accessCode);
    const answer = await post("/checkout/request_inline", params);
    const made = answer as unknown as { status: boolean; message: string; data?: { access_code: string } };
    if (made.data) return await open(made.data.access_code);
    postToParent({ event: "error", data: { type: "setup", message: made.message } });
  };
  const act = async (action: string, form: HTMLFormElement | null): Promise<void> => {
    if (busy || !root) return;
    busy = true;
    root.setAttribute("aria-busy", "true");
    announce("Working…");
    try {
      if (state === "idle" && popup) return postToParent({ event: "close" });
      const fields = form ? Object.fromEntries(new FormData(form)) : {};
      apply(await post(`/checkout/${code}/act`, { ...fields, action }));
      announce("");
    } catch {
      announce("The payment sandbox does not answer. Try again.");
    } finally {
      busy = false;
      root.removeAttribute("aria-busy");
    }
  };
  const select = (tab: HTMLElement): void => {
    for (const other of document.querySelectorAll<HTMLElement>("[role=tab]")) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !on;
    }
    tab.focus();
  };
  const fillIn = (button: HTMLElement): void => {
    const panel = button.closest("section")?.querySelector("form");
    const values = JSON.parse(button.dataset.fill ?? "{}") as Record<string, string>;
    for (const [name, value] of Object.entries(values)) {
      const input = panel?.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (input) input.value = value;
    }
    for (const other of document.querySelectorAll("[data-fill]")) other.classList.toggle("chosen", other === button);
    announce(button.dataset.say ?? "");
  };

  document.addEventListener("click", (event) => {
    const element = event.target instanceof Element ? event.target : null;
    const button = element?.closest<HTMLElement>("button");
    if (!button) return;
    if (button.getAttribute("role") === "tab") select(button);
    else if (button.dataset.fill) fillIn(button);
    else if (button.dataset.copy) {
      const { copy } = button.dataset;
      navigator.clipboard?.writeText(copy).then(
        () => ((button.textContent = "Copied"), announce("Copied")),
        () => announce("Copying is not allowed here"),
      );
    } else if (button.dataset.action) void act(button.dataset.action, null);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    if (form.dataset.action) void act(form.dataset.action, form);
  });
  document.addEventListener("input", (event) => {
    const input = event.target as HTMLInputElement;
    if (input.name === "expiry" && /^\d{3,}$/.test(input.value))
      input.value = `${input.value.slice(0, 2)}/${input.value.slice(2)}`;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && popup) return void act("cancel", null);
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
    const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
    const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (!tab || move === undefined) return;
    event.preventDefault();
    const last = tabs.length - 1;
    const place = Number.isFinite(move) ? (tabs.indexOf(tab) + move + tabs.length) % tabs.length : move < 0 ? 0 : last;
    const next = tabs[place];
    if (next) select(next);
  });

  if (!popup) {
    if (code) void open(code);
    return;
  }
  window.addEventListener("message", (event: MessageEvent) => {
    if (event.source !== window.parent) return;
    const message = event.data as { type?: string; path?: string; params?: { accessCode?: string } } | string;
    if (typeof message === "object" && message?.type === "inline:url" && message.path === "newTransaction") {
      void start(message.params ?? {}).catch(() => {
        state = "idle";
        postToParent({ event: "error", data: { type: "setup", message: "The payment sandbox does not answer" } });
      });
    }
    if (message === "render") root?.focus({ preventScroll: true });
  });
  postToParent({ event: "loaded:checkout" });
}
