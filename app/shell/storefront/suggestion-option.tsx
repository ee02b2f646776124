import { ArrowRight, LayoutGrid, Search, Store } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatNaira } from "#app/lib/money.ts";
import { pictureVariant } from "#app/lib/pictures.ts";
import { cx } from "#app/ui/class-names.ts";
import { PLACEHOLDER } from "#app/ui/picture.tsx";
import type { SuggestionLine } from "./suggestions.ts";

const STYLES = {
  word: { Icon: Search, note: null },
  category: { Icon: LayoutGrid, note: "Category" },
  distributor: { Icon: Store, note: "Distributor" },
  product: { Icon: Search, note: null },
  all: { Icon: ArrowRight, note: null },
};

type SuggestionOptionProps = { id: string; line: SuggestionLine; active: boolean; onChoose: () => void };

/** A suggestion; focus stays in the text field, which references it as its active descendant. */
export default function SuggestionOption({ id, line, active, onChoose }: SuggestionOptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { Icon, note } = STYLES[line.kind];
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the text field, which has the focus
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx("flex min-h-11 items-center gap-3 rounded-xl px-3 py-1.5", active ? "bg-leaf" : "hover:bg-sand")}
    >
      {line.product ? (
        <>
          <img
            src={line.product.image ? pictureVariant(line.product.image, 160) : PLACEHOLDER}
            alt=""
            width={40}
            height={40}
            className="size-10 shrink-0 rounded-lg object-cover"
          />
          <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-3">
            <span className="truncate">{line.label}</span>
            <span className="price text-sm font-semibold">{formatNaira(line.product.price_kobo)}</span>
          </span>
        </>
      ) : (
        <>
          <span aria-hidden className="grid size-10 shrink-0 place-items-center text-muted">
            <Icon className="size-4.5" />
          </span>
          <span className="min-w-0 flex-1 truncate font-medium">{line.label}</span>
          {note ? <span className="text-sm text-muted">{note}</span> : null}
        </>
      )}
    </div>
  );
}
