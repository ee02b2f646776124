import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form, useLocation, useNavigate, useNavigation } from "react-router";
import { parseNaira, nairaText } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import type { CategoryChoice } from "../queries/category-choices.server.ts";
import {
  isPriceRangeInverted,
  listingHref,
  NO_FACETS,
  listingOrders,
  listingOrder,
  SORT_LABELS,
  type ListingState,
  type ComparedUnits,
} from "../rules/listing-links.ts";
import { CategorySelect } from "./category-select.tsx";
import { HiddenState } from "./hidden-state.tsx";
import { PriceFields } from "./price-fields.tsx";

const HEAD = "mb-2 block font-display text-base font-bold";

type FilterFormProps = {
  /** "/products", or the path of the category. */
  path: string;
  state: ListingState;
  units: ComparedUnits;
  /** Set in the filter sheet: its form also has the category, and leaving it replaces its history entry. */
  sheet?: { choices: readonly CategoryChoice[]; onDone: () => void };
  /** Listing path of a category. */
  pathOf: (category: string | null) => string;
  /** Categories of the rail. */
  children?: ReactNode;
};

/**
 * Filters as a GET form; with JavaScript the rail applies each change at once, the sheet with Apply. Facets without a
 * field are kept.
 */
export function FilterForm({ path, state, units, sheet, pathOf, children }: FilterFormProps) {
  const navigate = useNavigate();
  const here = useLocation();
  const next = useNavigation().location;
  const form = useRef<HTMLFormElement>(null);
  const values = {
    search: state.search,
    minPrice: state.minPrice === null ? "" : nairaText(state.minPrice),
    maxPrice: state.maxPrice === null ? "" : nairaText(state.maxPrice),
    per: state.perPiece ? "piece" : "unit",
    sort: listingOrder(state),
  };
  const shown = JSON.stringify(values);
  const [crossed, setCrossed] = useState(isPriceRangeInverted(state));

  const before = useRef(values);
  /** Queries that this form has asked for, oldest first, until one of their pages is shown. */
  const asked = useRef<string[]>([]);

  // A link or Back can change the filters. Values are set without remounting the fields, to keep the focus.
  useEffect(() => {
    const current = JSON.parse(shown) as typeof values;
    const previous = before.current;
    before.current = current;
    // What this form applied arrives late on a slow line: other fields keep what was typed meanwhile, and all fields
    // what the form has asked for since.
    const own = asked.current.lastIndexOf(String(new URLSearchParams(window.location.search)));
    const isOwn = own !== -1;
    asked.current = isOwn ? asked.current.slice(own + 1) : [];
    if (!form.current || asked.current.length > 0) return;
    for (const name of Object.keys(current) as (keyof typeof values)[]) {
      const field = form.current.elements.namedItem(name);
      if (field === document.activeElement || (isOwn && current[name] === previous[name])) continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = current[name];
    }
    setCrossed(isPriceRangeInverted(pricesIn(form.current)));
  }, [shown]);

  function apply() {
    if (!form.current) return;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      const text = typeof value === "string" ? value.trim() : "";
      const isUsual =
        name === "sort"
          ? text === listingOrder({ search: values.search, sort: null })
          : name === "per" && text === "unit";
      if (text !== "" && !isUsual) query.append(name, text);
    }
    if (!query.has("minPrice") && !query.has("maxPrice")) query.delete("per");
    if (state.exact && query.get("search") === state.search) query.set("exact", "1");
    if (isPriceRangeInverted(pricesIn(form.current))) {
      setCrossed(true);
      return;
    }
    setCrossed(false);
    const category = query.get("category");
    const target = sheet && path.startsWith("/category/") ? pathOf(category) : path;
    if (target.startsWith("/category/")) query.delete("category");
    if (sheet && category !== sheet.choices.find(({ current }) => current)?.slug) {
      query.delete("sub");
      query.delete("option");
    }
    const now = next ?? here;
    const isHere = now.pathname === target && String(new URLSearchParams(now.search)) === String(query);
    if (isHere) return sheet?.onDone();
    asked.current.push(String(query));
    void navigate(query.size > 0 ? `${target}?${query}` : target, {
      replace: sheet !== undefined,
      preventScrollReset: window.scrollY < 200,
    });
  }

  const onChange = (name: keyof typeof values, value: string) => {
    if (!sheet && value.trim() !== values[name]) apply();
  };

  return (
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
      {sheet ? <CategorySelect choices={sheet.choices} /> : children}
      <HiddenState state={{ ...chosenFacets(state), category: sheet ? null : state.category }} />
      <PriceFields
        min={values.minPrice}
        max={values.maxPrice}
        crossed={crossed}
        per={units.hasPacks || state.perPiece ? (values.per as "piece" | "unit") : null}
        onLeave={onChange}
      />
      <div>
        <label htmlFor="filter-sort" className={HEAD}>
          Sort
        </label>
        <Select
          id="filter-sort"
          name="sort"
          defaultValue={values.sort}
          onChange={(event) => onChange("sort", event.currentTarget.value)}
        >
          {listingOrders(state, units).map((order) => (
            <option key={order} value={order}>
              {SORT_LABELS[order]}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button type="submit" className="px-3">
          Apply
        </Button>
        <Link
          to={listingHref(path, { search: state.search, exact: state.exact })}
          replace={sheet !== undefined}
          className={buttonClass("outline", "md", "px-3")}
        >
          Reset
        </Link>
      </div>
    </Form>
  );
}

/** Filters without form fields, kept as hidden ones. */
function chosenFacets(state: ListingState): Partial<ListingState> {
  const names = Object.keys(NO_FACETS) as (keyof typeof NO_FACETS)[];
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function pricesIn({ elements }: HTMLFormElement) {
  const [minPrice, maxPrice] = ["minPrice", "maxPrice"].map((name) => {
    const field = elements.namedItem(name);
    return field instanceof HTMLInputElement ? parseNaira(field.value) : null;
  });
  return { minPrice: minPrice ?? null, maxPrice: maxPrice ?? null };
}
