import { formatCount } from "#app/lib/money.ts";
import { CLAIMS } from "../content.ts";

/** Numbers that pages claim; those without a ground are null and not shown. */
export type MarketingClaims = {
  products: string;
  suppliers: string;
  support: string | null;
  satisfaction: string | null;
};

type Known = {
  /** What /products and /suppliers list. */
  products: number;
  suppliers: number;
  /** Settings of the owner, empty for none. */
  hours: string;
  satisfaction: string;
};

/** Claims from the shop's own data; a shop that lists nothing yet has those of content.ts. */
export function marketingClaims({ products, suppliers, hours, satisfaction }: Known): MarketingClaims {
  return {
    products: products > 0 ? roundedDown(products) : CLAIMS.products,
    suppliers: suppliers > 0 ? roundedDown(suppliers) : CLAIMS.suppliers,
    support: hours === "" || hours.includes(CLAIMS.support) ? CLAIMS.support : null,
    satisfaction: satisfaction || null,
  };
}

/** "29,000+" for 29,432: two digits, and the number itself if nothing is left out. */
export function roundedDown(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  const rounded = Math.floor(count / step) * step;
  return `${formatCount(rounded)}${rounded < count ? "+" : ""}`;
}
