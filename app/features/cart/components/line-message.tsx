import { Info, TriangleAlert } from "lucide-react";
import { cx } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import type { CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { lineMessages } from "./cart-messages.ts";

type LineState = { item: CartItem; changes: LineChange[] | undefined };

export function LinePicture({ item, className }: { item: CartItem; className: string }) {
  return (
    <span className={cx("block shrink-0 overflow-hidden rounded-xl bg-sand-deep", className)}>
      <Picture address={item.image} alt="" size={160} sizes="80px" />
    </span>
  );
}

/** Changes of a line, and why it is not available. */
export function LineMessage({ item, changes, className }: LineState & { className?: string }) {
  const messages = lineMessages(item, changes);
  if (messages.length === 0) return null;
  return (
    <ul className={cx("flex flex-wrap gap-1.5", className)}>
      {messages.map(({ tone, text }) => (
        <li
          key={text}
          className={cx(
            "inline-flex items-start gap-1.5 rounded-lg px-2 py-1 text-[0.8125rem] leading-5 font-medium",
            tone === "stop" ? "bg-clay-soft text-clay-deep" : "bg-amber-soft text-amber-ink",
          )}
        >
          {tone === "stop" ? (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          ) : (
            <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}
