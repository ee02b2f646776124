import type { BulkChange } from "#app/features/products/rules/bulk.ts";
import { TEXT_LIMITS } from "#app/features/products/rules/limits.ts";
import {
  DISCOUNT_MOVES,
  readNewPrice,
  ROUNDINGS,
  type DiscountMove,
  type PriceMove,
} from "#app/features/products/rules/price-move.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { NAIRA_PROBLEM, readCount } from "#app/lib/money.ts";

/** Kinds of change in the bulk form; `value` is the type of its field. */
export const BULK_KINDS = [
  { kind: "price-percent", label: "Price by %", value: "percent" },
  { kind: "price-amount", label: "Price by an amount", value: "amount" },
  { kind: "price-margin", label: "Price from cost plus %", value: "percent" },
  { kind: "price-set", label: "Price set to", value: "naira" },
  { kind: "discount-percent", label: "Discount of %", value: "percent" },
  { kind: "discount-remove", label: "Remove discount", value: "none" },
  { kind: "stock-add", label: "Stock plus or minus", value: "count" },
  { kind: "stock-set", label: "Stock counted as", value: "count" },
  { kind: "minimum", label: "Minimum order", value: "count" },
  { kind: "category", label: "Move to category", value: "category" },
  { kind: "distributor", label: "Distributor", value: "text" },
  { kind: "featured-on", label: "Featured: on", value: "none" },
  { kind: "featured-off", label: "Featured: off", value: "none" },
  { kind: "best_seller-on", label: "Best seller: on", value: "none" },
  { kind: "best_seller-off", label: "Best seller: off", value: "none" },
  { kind: "new_arrival-on", label: "New arrival: on", value: "none" },
  { kind: "new_arrival-off", label: "New arrival: off", value: "none" },
] as const;

export type BulkKind = (typeof BULK_KINDS)[number]["kind"];
type Result = { ok: true; change: BulkChange } | { ok: false; errors: FieldErrors };

const refuse = (message: string, field = "value"): Result => ({ ok: false, errors: { [field]: message } });

/** Parses the bulk form: `kind`, `value`, `category`, `round` (kobo) and `discounts`. */
export function readBulkForm(form: Pick<URLSearchParams, "get">): Result {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const kind = BULK_KINDS.find((one) => one.kind === text("kind"))?.kind;
  if (!kind) return refuse("Choose what to change.", "kind");
  const round_kobo = readRounding(form);
  const price = (move: PriceMove): Result => ({
    ok: true,
    change: { field: "price", ...move, ...readDiscounts(form) },
  });
  const value = text("value");
  switch (kind) {
    case "price-percent":
    case "price-margin":
    case "discount-percent": {
      const percent = readPercent(value);
      if (percent === null) return refuse("Type a number of per cent, such as 5 or -2.5.");
      if (kind === "discount-percent" && (percent <= 0 || percent >= 100))
        return refuse("A discount is between 0 and 100 per cent.");
      if (kind === "discount-percent")
        return { ok: true, change: { field: "discount", how: "percent_off", percent, round_kobo } };
      return price({ how: kind === "price-margin" ? "margin" : "percent", percent, round_kobo });
    }
    case "price-amount": {
      const kobo = readNewPrice(value.replace(/^[-−+]/, ""));
      if (kobo === null) return refuse("Type an amount in naira, such as 150 or -150.");
      return price({ how: "amount", kobo: /^[-−]/.test(value) ? -kobo : kobo, round_kobo });
    }
    case "price-set": {
      const kobo = readNewPrice(value);
      return kobo ? price({ how: "set", kobo }) : refuse(NAIRA_PROBLEM);
    }
    case "discount-remove":
      return { ok: true, change: { field: "discount", how: "remove" } };
    case "stock-add":
    case "stock-set":
    case "minimum":
      return readCountChange(kind, value);
    case "category": {
      const category_id = text("category");
      return category_id
        ? { ok: true, change: { field: "category", category_id } }
        : refuse("Choose a category.", "category");
    }
    case "distributor":
      return value.length > TEXT_LIMITS.distributor
        ? refuse(`The distributor is longer than ${TEXT_LIMITS.distributor} characters.`)
        : { ok: true, change: { field: "distributor", distributor: value } };
    default: {
      const [flag, state] = kind.split("-") as ["featured" | "best_seller" | "new_arrival", "on" | "off"];
      return { ok: true, change: { field: "flag", flag, on: state === "on" } };
    }
  }
}

type Fields = Pick<URLSearchParams, "get">;

/** The chosen rounding in kobo; 1 without one. */
export function readRounding(form: Fields): number {
  return ROUNDINGS.find((kobo) => String(kobo) === form.get("round")) ?? 1;
}

/** What happens to discounts; empty until it is chosen. */
export function readDiscounts(form: Fields): { discounts?: DiscountMove } {
  const discounts = DISCOUNT_MOVES.find((move) => move === form.get("discounts"));
  return discounts ? { discounts } : {};
}

function readCountChange(kind: "stock-add" | "stock-set" | "minimum", value: string): Result {
  const count = readCount(value.replace(/^[+\-−]\s*/, ""));
  if (count === null) return refuse("Type a whole number.");
  const quantity = /^[-−]/.test(value) ? -count : count;
  if (kind === "stock-add")
    return quantity === 0
      ? refuse("Type how many came in or went.")
      : { ok: true, change: { field: "stock", how: "add", quantity } };
  if (quantity < 0) return refuse("Type 0 or more.");
  if (kind === "stock-set") return { ok: true, change: { field: "stock", how: "set", quantity } };
  return quantity === 0
    ? refuse("The minimum order is at least 1.")
    : { ok: true, change: { field: "min_order", quantity } };
}

function readPercent(text: string): number | null {
  const match = /^([+\-−]?)\s*(\d{1,4}(?:\.\d{1,2})?)\s*%?$/.exec(text);
  return match ? Number(match[2]) * (/[-−]/.test(match[1] ?? "") ? -1 : 1) : null;
}
