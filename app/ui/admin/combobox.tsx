import { ChevronDown } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from "react";
import { formatCount } from "#app/lib/money.ts";
import { cx } from "../class-names.ts";
import { Input } from "../input.tsx";
import { useHiddenField } from "../use-hidden-field.ts";
import { matchingOptions, type Option } from "./matching-options.ts";

export type ComboboxProps = {
  id?: string;
  name: string;
  defaultValue: string;
  /** Also the empty one ("All"), if nothing may be chosen. */
  options: readonly Option[];
  /** Called with the form already holding the value. */
  onChoose?: (value: string) => void;
  wrapperClassName?: string;
  required?: boolean | undefined;
  "aria-label"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
};

/** A choice among many options, found by typing parts of their names; arrow keys, Enter and Escape, or a tap. */
export function Combobox({ name, defaultValue, options, onChoose, wrapperClassName, ...field }: ComboboxProps) {
  const listId = useId();
  const [value, setValue] = useState(defaultValue);
  /** Null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const hidden = useHiddenField(value);
  const known = useRef(value);
  const label = options.find((option) => option.value === value)?.label ?? value;
  const isOpen = query !== null;
  const { shown, more } = matchingOptions(isOpen ? options : [], query ?? "");
  const current = shown[active];

  const tell = useEffectEvent(() => onChoose?.(value));
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    tell();
  }, [value]);

  function open() {
    if (isOpen) return;
    setQuery("");
    setActive(
      Math.max(
        0,
        matchingOptions(options, "").shown.findIndex((option) => option.value === value),
      ),
    );
  }

  function choose(option: Option | undefined) {
    if (option) setValue(option.value);
    setQuery(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen && shown.length > 0) setActive((active + step + shown.length) % shown.length);
      else open();
    } else if (isOpen && (event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      choose(event.key === "Enter" ? current : undefined);
    }
  }

  return (
    <span className={cx("relative block", wrapperClassName)}>
      <input ref={hidden} type="hidden" name={name} value={value} />
      <Input
        {...field}
        type="text"
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${listId}-list`}
        aria-activedescendant={current ? `${listId}-${active}` : undefined}
        placeholder={label}
        value={query ?? label}
        className="truncate pr-10"
        onClick={open}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target.select()}
        onBlur={() => setQuery(null)}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
      <span
        hidden={!isOpen}
        className="card absolute top-full left-0 z-40 mt-1 block max-h-[min(20rem,45dvh)] w-full overflow-y-auto overscroll-contain p-1 font-normal shadow-lift"
      >
        <span id={`${listId}-list`} role="listbox" aria-label={field["aria-label"] ?? "Options"} className="block">
          {shown.map((option, index) => (
            <ComboboxOption
              key={option.value}
              id={`${listId}-${index}`}
              label={option.label}
              isActive={index === active}
              isChosen={option.value === value}
              onChoose={() => choose(option)}
            />
          ))}
        </span>
        <span role="status" className="block px-3 py-2 text-sm text-muted empty:hidden">
          {!isOpen
            ? ""
            : shown.length === 0
              ? "Nothing found"
              : more > 0
                ? `${formatCount(more)} more: type a part of the name`
                : ""}
        </span>
      </span>
    </span>
  );
}

type OptionProps = { id: string; label: string; isActive: boolean; isChosen: boolean; onChoose: () => void };

/** Focus stays in the text field, which references the option as its active descendant. */
function ComboboxOption({ id, label, isActive, isChosen, onChoose }: OptionProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the text field, which has the focus
    <span
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        "flex min-h-11 items-center rounded-lg px-3 py-1.5 text-base break-words",
        isActive ? "bg-leaf" : "hover:bg-sand",
        isChosen && "font-semibold",
      )}
    >
      {label}
    </span>
  );
}
