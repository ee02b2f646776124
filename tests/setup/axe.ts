import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Fails with rule, element and reason for everything axe calls serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A message that fades in has less contrast than when it stands.
  await page.evaluate(async () => {
    const fades = document.getAnimations().filter(({ effect }) => {
      const element = effect instanceof KeyframeEffect ? effect.target : null;
      return element?.closest("[data-sonner-toast]");
    });
    await Promise.allSettled(fades.map(({ finished }) => finished));
  });
  // Putting the findings of several frames together takes a page of its own, and as long as the finding.
  const isSingle = page.frames().length === 1;
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(isSingle);
  const { violations } = await axe.analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} (${help})`));
  if (found.length > 0) throw new Error(`${page.url()} is not accessible:\n${found.join("\n")}`);
}
