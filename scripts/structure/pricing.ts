import { isTest, type Check } from "./project.ts";

const PRICING = "app/features/pricing/rules.ts";
const AREA = /^(app|server)\//;
/**
 * A price or quantity times something, or something times one of them; both may end a call or an expression in brackets.
 * A quantity times the pieces of a pack is no price.
 */
const MULTIPLIED =
  /\b\w*(kobo|price|(quantity|min_order)(?!\s*\*\s*[\w.]*pieces\b))\b(\([^()]*\)|\s*\?\?\s*[\w.]+)?\)*\s*\*[^*/]|[\w)\]]\s*\*\s*\(*[\w.?]*(quantity|kobo|price|min_order)\b/i;

/** Only the pricing module multiplies prices by quantities, so that price steps are implemented once. */
export const pricing: Check = (project) =>
  [...project.values()].flatMap(({ path, text }) => {
    if (path === PRICING || isTest(path) || !AREA.test(path)) return [];
    const found = MULTIPLIED.exec(withoutComments(text));
    if (!found) return [];
    const message = `multiplies a price ("${found[0].trim()}"): ask lineTotal or subtotal of ${PRICING}`;
    return [{ rule: "pricing", file: path, message }];
  });

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}
