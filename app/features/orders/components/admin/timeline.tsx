import { Banknote, CircleDot, Mail, Package, StickyNote, Undo2, type LucideIcon } from "lucide-react";
import { formatDateTime } from "#app/lib/dates.ts";
import type { TimelineEntry, TimelineKind } from "../../rules/timeline.ts";

const ICONS: Record<TimelineKind, LucideIcon> = {
  order: Package,
  status: CircleDot,
  message: Mail,
  refund: Undo2,
  payment: Banknote,
  note: StickyNote,
};

/** History of an order, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="timeline" className="font-display text-lg font-bold">
        Timeline
      </h3>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 border-l border-line pl-4">
        {entries.map(({ id, at, kind, text, who, detail }) => {
          const Icon = ICONS[kind];
          return (
            <li key={id} className="relative text-[0.9375rem]">
              <span
                aria-hidden
                className="absolute top-0.5 -left-[1.625rem] grid size-5 place-items-center bg-white text-muted"
              >
                <Icon className="size-4" strokeWidth={1.8} />
              </span>
              <p className="break-words">{text}</p>
              {detail ? (
                <p className="mt-0.5 rounded-lg bg-sand px-2.5 py-1.5 text-sm break-words whitespace-pre-wrap">
                  {detail}
                </p>
              ) : null}
              <p className="text-sm text-muted">
                <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
                {who ? `, ${who}` : null}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
