import { isTest, type Check } from "./project.ts";

const PRICING = "app/features/catalog/rules/pricing.ts";
const AREA = /^(app|server)\//;
/** A price times something, or something times a quantity. */
const MULTIPLIED =
  /\b\w*(kobo|price)\b(\([^()]*\))?\)*\s*\*[^*/]|[\w)\]]\s*\*\s*[\w.]*(quantity|kobo|price|min_order)\b/i;

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
