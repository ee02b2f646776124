import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** The toasts and messages of one document, each as [title, text]; `document` identifies the document. */
type RecordedMessages = { document: number; messages: string[][] };

/**
 * Records the messages of every page of `context`. They disappear after four seconds, or with the next one: a busy
 * machine may check later than that.
 */
export function recordMessages(context: BrowserContext): void {
  context.on("page", (page) => {
    // Not as an init script of the page: it would also run in its frames, and some of them allow no scripts.
    page.on("domcontentloaded", () => void page.evaluate(recordInPage).catch(() => {}));
  });
}

function recordInPage(): void {
  const recorded: RecordedMessages = { document: Math.random(), messages: [] };
  Object.assign(window, { recorded });
  const noted = new WeakSet<Element>();
  const note = (node: Node) => {
    if (!(node instanceof Element)) return;
    const cards = node.matches("[data-sonner-toast]") ? [node] : node.querySelectorAll("[data-sonner-toast]");
    for (const card of cards) {
      // A toast moves into a dialog that opens, and back: it is still the same message.
      if (noted.has(card)) continue;
      noted.add(card);
      recorded.messages.push(Array.from(card.querySelectorAll("p"), (line) => line.textContent ?? ""));
    }
  };
  note(document.documentElement);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document, {
    childList: true,
    subtree: true,
  });
}

const lastMatched = new WeakMap<Page, { document: number; count: number }>();

/** Waits for the next message with this title, and with this in its text, after the one that was awaited last. */
export async function expectMessage(page: Page, title: string, text = ""): Promise<void> {
  await expect
    .poll(async () => {
      const recorded = await page.evaluate(() => (window as { recorded?: RecordedMessages }).recorded);
      const before = lastMatched.get(page);
      const from = before && before.document === recorded?.document ? before.count : 0;
      const fresh = recorded?.messages.slice(from) ?? [];
      const at = fresh.findIndex(([first, second = ""]) => first === title && second.includes(text));
      if (!recorded || at === -1) return fresh;
      lastMatched.set(page, { document: recorded.document, count: from + at + 1 });
      return [[title, text]];
    })
    .toEqual([[title, text]]);
}
