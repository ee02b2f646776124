import { isTest, type Check } from "./project.ts";

/** The folders below the features. */
const BELOW = /^app\/(lib|ui|platform)\//;
/** What only a feature knows. Words with another meaning in infrastructure (search, record, message) are not among them. */
const NOUNS = /^(product|category|distributor|supplier|cart|wishlist|order|offer|payment|refund|customer|stock)s?$/;
/** The settings of the environment name the provider's payments. */
const EXCEPT = "app/platform/provider-settings.server.ts";
const EXPORTED = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|type|interface|enum)\s+(\w+)/gm;

/** `ui`, `platform` and `lib` know no noun: none of their exports is named after one. */
export const nouns: Check = (project) =>
  [...project.values()]
    .filter(({ path }) => BELOW.test(path) && !isTest(path) && path !== EXCEPT)
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)].flatMap(([, name = ""]) => {
        const noun = wordsOf(name).find((word) => NOUNS.test(word));
        const message = `exports ${name}: move what knows a ${noun} up to its feature, or name it without the noun`;
        return noun ? [{ rule: "nouns", file: path, message }] : [];
      }),
    );

/** `MAX_PRICE_KOBO` and `maxPriceKobo`: max, price, kobo. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .map((word) => word.replace(/ies$/, "y"));
}
