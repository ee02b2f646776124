import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, useNavigate } from "react-router";
import {
  listHref,
  narrowed,
  PAGE_SIZES,
  readList,
  type Filter,
  type FilterName,
  type ListSpec,
  type ListState,
} from "#app/lib/list.ts";
import { buttonClass } from "../button.tsx";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { FilterField, Labelled } from "./list-filter.tsx";

/** The options of filters with values from the database, by filter. */
export type ListOptions<Spec extends ListSpec> = Partial<
  Record<FilterName<Spec>, readonly { value: string; label: string }[]>
>;

type ControlsProps<Spec extends ListSpec> = { spec: Spec; state: ListState<Spec>; options?: ListOptions<Spec> };

const TYPING_MS = 300;
/** Filters beside the search box; the others are collapsed. */
const BESIDE = 2;

/**
 * Search box and filters as one GET form. With JavaScript, typing replaces the address and choosing a filter pushes
 * one, so that Back goes through filters, not letters.
 */
export function ListControls<Spec extends ListSpec>({ spec, state, options = {} }: ControlsProps<Spec>) {
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const names = Object.keys(spec.filters) as FilterName<Spec>[];
  const hidden = names.slice(BESIDE);

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
      filter={spec.filters[name] as Filter}
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
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        show(false);
      }}
    >
      {state.view ? <input type="hidden" name="view" value={state.view.id} /> : null}
      {state.size === PAGE_SIZES[0] ? null : <input type="hidden" name="size" value={state.size} />}
      <div className="flex flex-wrap items-end gap-2.5">
        {spec.search === null ? null : (
          <div className="relative min-w-56 flex-1 basis-full sm:basis-72">
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
        {names.slice(0, BESIDE).map(field)}
        <SortField key={state.sort} spec={spec} state={state} onChoose={() => show(false)} />
        <noscript>
          <button type="submit" className={buttonClass("soft", "sm")}>
            Show
          </button>
        </noscript>
        {narrowed(state) > 0 ? (
          <Link to={listHref(spec, state, { q: "", filters: cleared(names) })} className={buttonClass("ghost", "sm")}>
            <X aria-hidden className="size-4" />
            Clear
          </Link>
        ) : null}
      </div>
      {hidden.length > 0 ? (
        <details open={hidden.some((name) => state.filters[name])}>
          <summary className="inline-flex min-h-11 items-center rounded-lg px-1 text-sm font-semibold text-forest">
            More filters
          </summary>
          <div className="flex flex-wrap items-end gap-2.5 pt-1">{hidden.map(field)}</div>
        </details>
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
