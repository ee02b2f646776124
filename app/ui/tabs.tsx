import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { cx } from "./class-names.ts";

/** `href` opens the tab directly: before hydration, and in another window. */
export type TabItem<Value extends string = string> = { value: Value; label: ReactNode; href?: string };

type TabListProps<Value extends string> = {
  /** Shared with the panels: a tab is `<id>-tab-<value>`, its panel `<id>-panel-<value>`. */
  id: string;
  label: string;
  items: readonly TabItem<Value>[];
  active: Value;
  onSelect: (value: Value) => void;
  className?: string;
};

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs in a row: one tab stop; arrows, Home and End move and select. */
export function TabList<Value extends string>({ id, label, items, active, onSelect, className }: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    // Space would scroll on a link, and the focused tab is already selected.
    if (event.key === " ") event.preventDefault();
    const step = STEPS[event.key];
    const next =
      step &&
      items[
        step(
          items.findIndex((item) => item.value === active),
          items.length,
        )
      ];
    if (!next) return;
    event.preventDefault();
    onSelect(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx("grid auto-cols-fr grid-flow-col gap-1 overflow-x-auto rounded-2xl bg-sand-deep p-1", className)}
    >
      {items.map((item) => {
        const Tab = item.href ? "a" : "button";
        return (
          <Tab
            key={item.value}
            {...(item.href ? { href: item.href } : { type: "button" })}
            role="tab"
            id={`${id}-tab-${item.value}`}
            data-value={item.value}
            aria-selected={item.value === active}
            aria-controls={`${id}-panel-${item.value}`}
            tabIndex={item.value === active ? 0 : -1}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onSelect(item.value);
            }}
            className={cx(
              "grid min-h-11 place-items-center rounded-xl px-2 text-sm font-semibold whitespace-nowrap transition-colors sm:px-4",
              item.value === active ? "bg-white text-ink shadow-lift" : "text-muted hover:text-ink",
            )}
          >
            {item.label}
          </Tab>
        );
      })}
    </div>
  );
}

type TabPanelProps = { id: string; value: string; active: string; children: ReactNode };

/** The panel of a tab; rendered but hidden while another tab is active. */
export function TabPanel({ id, value, active, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${id}-panel-${value}`} aria-labelledby={`${id}-tab-${value}`} hidden={value !== active}>
      {children}
    </div>
  );
}
