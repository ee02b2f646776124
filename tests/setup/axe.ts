import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** What the script that is injected leaves in a window. */
type WithAxe = { axe: typeof axe & Record<"_audit", { rules: { id: string; impact: string }[] }> };

/** Fails with rule, element and reason for everything axe calls serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has less contrast than when it stands; what turns for as long as something lasts does not end.
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
    // The rules of less impact take as long again.
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

/** Once for each document; frames of other origins tell theirs to the page's. */
async function inject(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
}
