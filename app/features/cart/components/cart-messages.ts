import { multipleText } from "#app/features/pricing/rules/packs.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { shortageOf, lineBounds, type CartItem } from "../rules.ts";
import type { LineChange, LineChanges } from "../rules/check.ts";

export type LineNotice = { tone: "note" | "stop"; text: string };

/** Whether a line is not available in any quantity. */
export function isBlocked(item: CartItem, changes: LineChange[] = []): boolean {
  return shortageOf(item) !== null || changes.some((change) => change.type === "not_sold");
}

/** Messages below the name of a line: why it is not available, or what changed since it was shown. */
export function lineMessages(item: CartItem, changes: LineChange[] = []): LineNotice[] {
  if (changes.some((change) => change.type === "not_sold")) return [{ tone: "stop", text: "No longer sold" }];
  const shortage = shortageOf(item);
  if (shortage === "out_of_stock") return [{ tone: "stop", text: "Out of stock" }];
  if (shortage === "too_few") {
    const text = `Only ${item.stock} left, fewer than the minimum order of ${item.min_order}`;
    return [{ tone: "stop", text }];
  }
  return changes.flatMap((change) => {
    const text = noteText(change, item);
    return text ? [{ tone: "note", text }] : [];
  });
}

function noteText(change: LineChange, item: CartItem): string | null {
  switch (change.type) {
    case "price_changed":
      return `Price changed from ${formatNaira(change.from)} to ${formatNaira(change.to)}`;
    case "only_left":
      return `Only ${change.stock} left, quantity lowered`;
    case "below_minimum":
      return `Minimum order is ${change.min_order}, quantity raised`;
    case "off_multiple":
      return `${multipleText(lineBounds(item), change.asked)} Quantity is now ${formatCount(item.quantity)}`;
    default:
      return null;
  }
}

/** "1 item has changed", "2 items have changed"; includes items sold out or no longer sold. */
export function changedItems(count: number): string {
  return count === 1 ? "1 item has changed" : `${formatCount(count)} items have changed`;
}

/** One sentence per changed line for screen readers; long lists are truncated. */
export function formatAnnouncement(items: CartItem[], changes: LineChanges, ids: string[]): string {
  const lines = items.flatMap((item) => {
    const messages = ids.includes(item.id) ? lineMessages(item, changes[item.id]) : [];
    return messages.length > 0 ? [`${item.name}: ${messages.map(({ text }) => text).join(", ")}.`] : [];
  });
  const rest = lines.length - 5;
  return [...lines.slice(0, 5), ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
