import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** Half as long as `axe.source`: each document compiles it. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The global that the injected script leaves in a window. */
type WithAxe = { axe: typeof axe & Record<"_audit", { rules: { id: string; impact: string }[] }> };

/** Fails with rule, element and reason for all serious and critical axe findings of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // An element that fades in has lower contrast until its animation ends; a spinner's animation does not end.
  await page.evaluate(async () => {
    const short = document.getAnimations().filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === "running" && typeof end === "number" && end <= 1_000;
    });
    await Promise.allSettled(short.map(({ finished }) => finished));
  });
  await Promise.all(page.frames().map(inject));
  const found = await page.evaluate(async () => {
    const impacts = ["serious", "critical"];
    // The rules of lower impact would double the time.
    const { axe: injected } = window as unknown as WithAxe;
    const lesser = injected["_audit"].rules.filter(({ impact }) => !impacts.includes(impact));
    const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
    const { violations } = await injected.run(document, { rules, resultTypes: ["violations"], preload: false });
    return violations
      .filter(({ impact }) => impacts.includes(impact ?? ""))
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")} (${help})`));
  });
  if (found.length > 0) throw new Error(`${page.url()} is not accessible:\n${found.join("\n")}`);
}

/** Once for each document; frames of other origins report to the page's instance. */
async function inject(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${SCRIPT}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
}
