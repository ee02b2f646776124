import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Form, Link, useNavigate } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { nairaText, orderOf, SORT_LABELS, SORTS, type ListingState } from "../links.ts";

export const FILTER_SHEET = "filters";
const HEAD = "mb-2 block font-display text-base font-bold";

/** Closes the sheet on a phone; on a large screen it is no sheet. */
export function closeSheet(id: string): void {
  const sheet = document.getElementById(id);
  if (sheet?.matches(":popover-open")) sheet.hidePopover();
}

type ListingFiltersProps = {
  path: string;
  state: ListingState;
  /** On /products the form keeps the category; a category page has it in its path. */
  keepCategory: boolean;
  children: ReactNode;
};

/**
 * The filters: a sheet on a phone (a native popover, so that it opens without JavaScript), a rail from 1024 px.
 * A plain GET form; with JavaScript the rail applies every change at once.
 */
export function ListingFilters({ path, state, keepCategory, children }: ListingFiltersProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const order = orderOf(state);
  const values = {
    search: state.search,
    minPrice: state.minPrice === null ? "" : nairaText(state.minPrice),
    maxPrice: state.maxPrice === null ? "" : nairaText(state.maxPrice),
    sort: order,
  };
  const shown = JSON.stringify(values);

  // A link or Back may change the filters. Fields are written rather than made anew, which would lose the focus.
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(shown) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name);
      const writable = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (writable && field !== document.activeElement) field.value = value;
    }
  }, [shown]);

  function apply() {
    if (!form.current) return;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      const text = typeof value === "string" ? value.trim() : "";
      if (text !== "" && !(name === "sort" && text === orderOf({ search: values.search, sort: null })))
        query.set(name, text);
    }
    closeSheet(FILTER_SHEET);
    void navigate(query.size > 0 ? `${path}?${query}` : path, {
      preventScrollReset: window.scrollY < 200,
    });
  }

  function applyInRail(name: keyof typeof values, value: string) {
    if (!document.getElementById(FILTER_SHEET)?.matches(":popover-open") && value.trim() !== values[name]) apply();
  }

  return (
    <div
      id={FILTER_SHEET}
      popover="auto"
      className="card fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-b-none p-5 text-ink backdrop:bg-ink/50 lg:static lg:block lg:max-h-none lg:rounded-2xl"
    >
      <div className="mb-3 flex items-center justify-between lg:hidden">
        <p className="font-display text-xl font-bold">Filter</p>
        <button
          type="button"
          popoverTarget={FILTER_SHEET}
          popoverTargetAction="hide"
          aria-label="Close"
          className="grid size-11 place-items-center"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <Form
        ref={form}
        action={path}
        role="search"
        aria-label="Filter products"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div>
          <label htmlFor="filter-search" className={HEAD}>
            Search
          </label>
          <Input
            id="filter-search"
            name="search"
            type="search"
            maxLength={100}
            placeholder="Name or distributor"
            defaultValue={values.search}
          />
        </div>
        {keepCategory && state.category ? <input type="hidden" name="category" value={state.category} /> : null}
        <div className="hidden lg:block">{children}</div>
        <div>
          <fieldset>
            <legend className={HEAD}>Price</legend>
            <div className="grid grid-cols-2 gap-2">
              <PriceInput
                name="minPrice"
                label="Minimum price in naira"
                placeholder="Min ₦"
                value={values.minPrice}
                onLeave={applyInRail}
              />
              <PriceInput
                name="maxPrice"
                label="Maximum price in naira"
                placeholder="Max ₦"
                value={values.maxPrice}
                onLeave={applyInRail}
              />
            </div>
          </fieldset>
          <label htmlFor="filter-sort" className={cx(HEAD, "mt-5")}>
            Sort
          </label>
          <Select
            id="filter-sort"
            name="sort"
            defaultValue={order}
            onChange={(event) => applyInRail("sort", event.currentTarget.value)}
          >
            {state.search === "" ? null : <option value="best-match">{SORT_LABELS["best-match"]}</option>}
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </Select>
          <div className="mt-5 grid grid-cols-2 gap-2">
            <Button type="submit" className="px-3">
              Apply
            </Button>
            <Link to={path} onClick={() => closeSheet(FILTER_SHEET)} className={buttonClass("outline", "md", "px-3")}>
              Reset
            </Link>
          </div>
        </div>
      </Form>
    </div>
  );
}

type PriceInputProps = {
  name: "minPrice" | "maxPrice";
  label: string;
  placeholder: string;
  value: string;
  onLeave: (name: "minPrice" | "maxPrice", value: string) => void;
};

function PriceInput({ name, label, placeholder, value, onLeave }: PriceInputProps) {
  return (
    <Input
      name={name}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => onLeave(name, event.currentTarget.value)}
    />
  );
}
