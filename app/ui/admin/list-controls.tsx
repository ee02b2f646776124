import { Search, SlidersHorizontal, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import {
  listHref,
  narrowed,
  pageSize,
  readList,
  type FilterName,
  type ListFilter,
  type ListSpec,
  type ListState,
} from "#app/lib/list.ts";
import { Link } from "#app/ui/link.tsx";
import { Button, buttonClass } from "../button.tsx";
import { cx } from "../class-names.ts";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { FilterField, Labelled } from "./list-filter.tsx";

/** The options of filters with values from the database, by filter. */
export type ListOptions<Spec extends ListSpec> = Partial<
  Record<FilterName<Spec>, readonly { value: string; label: string }[]>
>;

type ControlsProps<Spec extends ListSpec> = { spec: Spec; state: ListState<Spec>; options?: ListOptions<Spec> };

const TYPING_MS = 300;
/** Filters beside the search box, with the active ones; the others are behind "More filters". */
const BESIDE = 2;

/**
 * Search box and filters as one GET form; on phones the filters are behind a button. With JavaScript, typing replaces the address and choosing a filter pushes
 * one, so that Back goes through filters, not letters.
 */
export function ListControls<Spec extends ListSpec>({ spec, state, options = {} }: ControlsProps<Spec>) {
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const names = Object.keys(spec.filters) as FilterName<Spec>[];
  const beside = names.filter((name, position) => position < BESIDE || state.filters[name]);
  const hidden = names.filter((name) => !beside.includes(name));
  const active = Object.keys(state.filters).length;
  const panel = useId();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => () => clearTimeout(typing.current), []);
  // Back and "Clear" change the search elsewhere; text that is being typed stays.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = state.q;
  }, [state.q]);

  function show(replace: boolean) {
    if (!form.current) return;
    clearTimeout(typing.current);
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") params.set(name, value);
    const href = listHref(spec, readList(spec, params, state.view));
    void navigate(href, { replace, preventScrollReset: true });
  }

  const field = (name: FilterName<Spec>) => (
    <FilterField
      key={`${name} ${state.filters[name] ?? ""}`}
      name={name}
      filter={spec.filters[name] as ListFilter}
      value={state.filters[name] ?? ""}
      options={options[name]}
      onChoose={() => show(false)}
    />
  );

  return (
    <Form
      ref={form}
      method="get"
      action={spec.path}
      role="search"
      aria-label={`Search ${spec.noun}`}
      className="flex flex-wrap items-end gap-2.5 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        show(false);
      }}
    >
      {state.view ? <input type="hidden" name="view" value={state.view.id} /> : null}
      {state.size === pageSize(spec) ? null : <input type="hidden" name="size" value={state.size} />}
      {spec.search === null ? null : (
        <div className="relative min-w-0 flex-1 sm:basis-72">
          <Search aria-hidden className="absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted" />
          <Input
            ref={box}
            type="search"
            name="q"
            defaultValue={state.q}
            maxLength={100}
            placeholder={spec.search}
            aria-label={spec.search}
            data-list-search
            className="pl-10"
            onChange={() => {
              clearTimeout(typing.current);
              typing.current = setTimeout(() => show(true), TYPING_MS);
            }}
          />
        </div>
      )}
      <Button
        variant="soft"
        size="sm"
        className="px-3! sm:hidden noscript:hidden"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {names.length > 0 ? "Filters" : "Sort"}
        {active > 0 ? ` (${active})` : ""}
      </Button>
      <div
        id={panel}
        className={cx(
          "gap-2.5 max-sm:order-1 max-sm:basis-full sm:flex sm:flex-wrap sm:items-end noscript:grid",
          isOpen ? "max-sm:grid max-sm:grid-cols-2" : "max-sm:hidden",
        )}
      >
        {beside.map(field)}
        <SortField key={state.sort} spec={spec} state={state} onChoose={() => show(false)} />
        {hidden.length > 0 ? (
          <details className="relative max-sm:col-span-full">
            <summary className="inline-flex min-h-11 items-center rounded-lg px-1 text-sm font-semibold text-forest">
              More filters
            </summary>
            <div className="grid grid-cols-2 gap-2.5 pt-1 sm:card sm:absolute sm:top-full sm:right-0 sm:z-20 sm:w-80 sm:p-4 sm:shadow-lift">
              {hidden.map(field)}
            </div>
          </details>
        ) : null}
      </div>
      <noscript>
        <button type="submit" className={buttonClass("soft", "sm")}>
          Show
        </button>
      </noscript>
      {narrowed(state) > 0 ? (
        <Link
          to={listHref(spec, state, { q: "", filters: cleared(names) })}
          className={buttonClass("ghost", "sm", "max-sm:px-3")}
        >
          <X aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Clear</span>
        </Link>
      ) : null}
    </Form>
  );
}

/** No filters at all: also removes those of a view. */
export function cleared<Name extends string>(names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

/** For screens without column headings. */
function SortField<Spec extends ListSpec>({ spec, state, onChoose }: ControlsProps<Spec> & { onChoose: () => void }) {
  const sorts = Object.entries(spec.sorts).flatMap(([name, label]) => [
    { value: `-${name}`, label: `${label}, descending` },
    { value: name, label: `${label}, ascending` },
  ]);
  return (
    <Labelled label="Sort by" className="sm:hidden">
      <Select name="sort" defaultValue={state.sort} onChange={onChoose} aria-label="Sort by" options={sorts} />
    </Labelled>
  );
}
