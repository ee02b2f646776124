import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { useModal } from "#app/ui/use-modal.ts";
import { nextActive } from "../storefront/suggestions.ts";
import { useFoundRecords } from "./found-records.ts";
import { resultsSentence, knownGroups, type PaletteItem } from "./palette.ts";

type PaletteProps = { open: boolean; onClose: () => void; onKeys: () => void };

/** Searches pages, actions and records; a modal that closes after a choice. */
export function PaletteDialog({ open, onClose, onKeys }: PaletteProps) {
  return (
    <dialog
      {...useModal(open, onClose)}
      aria-label="Find in the back office"
      className="fixed inset-x-0 top-0 bottom-auto m-0 max-h-dvh w-full max-w-none overflow-hidden bg-white text-ink shadow-lift sm:top-[10dvh] sm:mx-auto sm:max-h-[75dvh] sm:max-w-2xl sm:rounded-2xl"
    >
      {open ? <Palette onClose={onClose} onKeys={onKeys} /> : null}
    </dialog>
  );
}

function Palette({ onClose, onKeys }: Omit<PaletteProps, "open">) {
  const id = useId();
  const navigate = useNavigate();
  const may = useRights();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const isEntered = useRef(false);
  const found = useFoundRecords(query);
  const known = knownGroups(query, may);
  const groups = [...known, ...found.groups];
  const lines = groups.flatMap(({ items }) => items);
  const current = lines[Math.min(active, lines.length - 1)];

  function choose(item: PaletteItem) {
    onClose();
    if (item.isFile) location.assign(item.href);
    else void navigate(item.href);
  }

  // Enter was pressed before the answer arrived: it opens the first result.
  useEffect(() => {
    if (!isEntered.current || found.isAsking) return;
    isEntered.current = false;
    if (lines[0]) choose(lines[0]);
  }, [found]); // oxlint-disable-line react-hooks/exhaustive-deps

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      if (active === 0 && found.isAsking && known.length === 0) isEntered.current = true;
      else if (current) choose(current);
      return;
    }
    const next = nextActive(event.key, active, lines.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next === -1 ? (event.key === "ArrowDown" ? 0 : lines.length - 1) : next);
  }

  return (
    <div className="flex max-h-dvh flex-col sm:max-h-[75dvh]">
      <div className="flex items-center gap-2 border-b border-line px-3 py-2">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          data-focus
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          aria-label="Find a page, an action, an order, a customer or a product"
          placeholder="Number, name, phone, product…"
          aria-autocomplete="list"
          aria-expanded={lines.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${lines.indexOf(current)}` : undefined}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setActive(0);
            isEntered.current = false;
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ name, items }, group) => (
          <div key={name} role="group" aria-labelledby={`${id}-group-${group}`}>
            <p id={`${id}-group-${group}`} className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
              {name}
            </p>
            {items.map((item) => {
              const index = lines.indexOf(item);
              return (
                <PaletteLine
                  key={item.href}
                  id={`${id}-${index}`}
                  item={item}
                  isActive={item === current}
                  onChoose={() => choose(item)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 text-sm text-muted">
        <p role="status">
          {found.problem ?? resultsSentence(lines.length, found.isAsking)}
          {lines.length > 0 && !found.isAsking ? (
            <span className="pointer-coarse:hidden">, use the arrow keys</span>
          ) : null}
        </p>
        <button type="button" className="min-h-11 font-semibold text-forest max-sm:hidden" onClick={onKeys}>
          Keyboard shortcuts
        </button>
      </div>
    </div>
  );
}

type LineProps = { id: string; item: PaletteItem; isActive: boolean; onChoose: () => void };

/** Focus stays in the text field, which references the option as its active descendant. */
function PaletteLine({ id, item, isActive, onChoose }: LineProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the text field, which has the focus
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx("grid min-h-11 content-center rounded-xl px-3 py-1.5", isActive ? "bg-leaf" : "hover:bg-sand")}
    >
      <span className="break-words">{item.label}</span>
      {item.note ? <span className="text-sm text-muted">{item.note}</span> : null}
    </div>
  );
}
