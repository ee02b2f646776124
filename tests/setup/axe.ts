import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** Half as long as `axe.source`, and each document has to compile it. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The globals that a check leaves in a window: the script, and what each element looked like. */
type Checked = {
  axe: typeof axe & Record<"_audit", { rules: { id: string; impact: string }[] }>;
  looks?: WeakMap<Element, string>;
};

/**
 * Fails with rule, element and reason for all serious and critical axe findings of the page. `onlyChanged` leaves out
 * elements that are as visible, coloured and scrollable as in the document's last check: at another width they have the
 * same findings.
 */
export async function expectAccessible(page: Page, { onlyChanged = false } = {}): Promise<void> {
  // An element that fades in has lower contrast until its animation ends; a spinner's animation does not end.
  await page.evaluate(async () => {
    const short = document.getAnimations().filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === "running" && typeof end === "number" && end <= 1_000;
    });
    await Promise.allSettled(short.map(({ finished }) => finished));
  });
  await Promise.all(page.frames().map(inject));
  const found = await page.evaluate(checkInPage, onlyChanged);
  if (found.length > 0) throw new Error(`${page.url()} is not accessible:\n${found.join("\n")}`);
}

async function checkInPage(onlyChanged: boolean): Promise<string[]> {
  const checked = window as unknown as Checked;
  const { axe: injected, looks: before } = checked;
  const looks = (checked.looks = new WeakMap<Element, string>());
  const changed = new Set<Element>();
  for (const element of document.body.querySelectorAll("*")) {
    const { backgroundColor, backgroundImage, color, fontSize, fontWeight, opacity } = getComputedStyle(element);
    const isVisible = element.checkVisibility({ visibilityProperty: true });
    const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    const look = [isVisible, scrolls, backgroundColor, backgroundImage, color, fontSize, fontWeight, opacity].join();
    looks.set(element, look);
    // The content of a frame has its own looks.
    if (isVisible && (element instanceof HTMLIFrameElement || before?.get(element) !== look)) changed.add(element);
  }
  if (onlyChanged && changed.size === 0) return [];
  const outermost = [...changed].filter(({ parentElement }) => !parentElement || !changed.has(parentElement));
  const impacts = ["serious", "critical"];
  // The rules of lower impact would double the time.
  const lesser = injected["_audit"].rules.filter(({ impact }) => !impacts.includes(impact));
  const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
  const where = onlyChanged ? { include: outermost } : document;
  const { violations } = await injected.run(where, { rules, resultTypes: ["violations"], preload: false });
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ""))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")} (${help})`));
}

/** Once for each document; frames of other origins report to the page's instance. */
async function inject(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${SCRIPT}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
}
