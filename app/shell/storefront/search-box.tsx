import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { cx } from "#app/ui/class-names.ts";
import {
  suggestionsSentence,
  nextActive,
  openedAfter,
  searchedTerm,
  searchHref,
  searchTerm,
  type SuggestionLine,
} from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

const SuggestionOption = lazy(() => import("./suggestion-option.tsx"));

type SearchBoxProps = {
  /** Makes the ids unique on a page with two searches. */
  label?: string;
  className?: string;
  /** Inside an overlay: navigating replaces the overlay's history entry. */
  replace?: boolean;
};

/** The shop's search: a native form with a list of suggestions while typing (a combobox). */
export function SearchBox({ label, className, replace }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const searched = searchedTerm(pathname, search);
  const [query, setQuery] = useState(searched ?? "");
  const [asking, setAsking] = useState(false);
  const lines = useSuggestions(query, asking);
  const [marked, setMarked] = useState({ lines, at: -1 });
  // Not reset by an effect, which would undo a key pressed before it ran.
  const active = marked.lines === lines ? marked.at : -1;
  // Pages that this box opened and that are not shown yet, and whether text was typed since the last of them.
  const opened = useRef<readonly string[]>([]);
  const isTyped = useRef(false);
  const open = asking && lines.length > 0;
  const current = open ? lines[active] : undefined;

  useEffect(() => {
    opened.current = openedAfter(opened.current, pathname + search);
    const isNewer = isTyped.current || opened.current.length > 0;
    if (opened.current.length === 0) isTyped.current = false;
    if (isNewer) return;
    setAsking(false);
    if (searched !== null) setQuery(searched);
  }, [key, pathname, search, searched]);

  function go(href: string) {
    const before = opened.current;
    setAsking(false);
    input.current?.blur();
    opened.current = [...before, href];
    isTyped.current = false;
    void navigate(href, { replace });
  }

  function choose(line: SuggestionLine) {
    setQuery(line.kind === "word" ? line.label : "");
    go(line.href);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (current) return choose(current);
    const term = searchTerm(query);
    if (term !== null) go(searchHref(term));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      return setAsking(false);
    }
    const next = nextActive(event.key, active, open ? lines.length : 0);
    if (next === null) return;
    event.preventDefault();
    setMarked({ lines, at: next });
  }

  return (
    <form
      role="search"
      aria-label={label}
      method="get"
      action="/products"
      onSubmit={onSubmit}
      className={cx("relative", className)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        opened.current = [];
        isTyped.current = false;
        setAsking(false);
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search products
      </label>
      <input
        ref={input}
        id={id}
        name="search"
        type="search"
        role="combobox"
        required
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${active}` : undefined}
        placeholder="Rice, soap, cables, bales…"
        value={query}
        onChange={(event) => {
          isTyped.current = opened.current.length > 0;
          setQuery(event.target.value);
          setMarked({ lines, at: -1 });
          setAsking(true);
        }}
        onKeyDown={onKeyDown}
        className="search-field"
      />
      <button type="submit" aria-label="Search" className="search-button">
        <span aria-hidden className="icon icon-search size-5" />
      </button>
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={!open} className="card search-list">
        <Suspense>
          {open
            ? lines.map((line, index) => (
                <SuggestionOption
                  key={`${line.kind} ${line.href}`}
                  id={`${id}-${index}`}
                  line={line}
                  active={index === active}
                  onChoose={() => choose(line)}
                />
              ))
            : null}
        </Suspense>
      </div>
      <p role="status" className="sr-only">
        {open ? suggestionsSentence(lines.length) : ""}
      </p>
    </form>
  );
}
