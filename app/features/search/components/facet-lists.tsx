import { Form, Link } from "react-router";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import type { FacetList, ListingFacets } from "../queries/facets.server.ts";
import { listingHref, SWITCH_LABELS, toggleFacet, type ListingState } from "../rules/listing-links.ts";
import { HiddenState } from "./hidden-state.tsx";

type FacetListsProps = {
  path: string;
  state: ListingState;
  facets: ListingFacets;
  /** In the filter sheet, which stays open; choices there replace its history entry. */
  inSheet?: boolean;
};

/** Location state of a choice that keeps the sheet open. */
const STAY_OPEN = { staysOpen: true };

/** Facets as links that toggle a value; each shows the number of matching products. */
export default function FacetLists({ path, state, facets, inSheet = false }: FacetListsProps) {
  const { lists, switches, orders, price, capped } = facets;
  const to = (change: Partial<ListingState>) => listingHref(path, { ...state, ...change, page: 1 });
  const common = { inSheet, capped };
  if (switches.length + lists.length + orders.length === 0) return null;
  return (
    <div className="mt-6 grid gap-5 border-t border-line pt-5">
      {switches.length === 0 ? null : (
        <FacetGroup title="Show only">
          {switches.map(({ name, count, chosen }) => (
            <FacetOption
              key={name}
              {...common}
              {...{ count, chosen }}
              name={SWITCH_LABELS[name]}
              to={to({ [name]: !chosen })}
            />
          ))}
        </FacetGroup>
      )}
      {lists.map((list) => (
        <FacetGroup key={list.facet + list.title} title={list.title} short={list.facet === "option"}>
          {list.values.map(({ value, ...rest }) => (
            <FacetOption
              key={value}
              {...common}
              {...rest}
              to={listingHref(path, toggleFacet(state, list.facet, value))}
              short={list.facet === "option"}
            />
          ))}
          {list.values.length === 0 ? (
            <li className="py-2 text-sm text-muted">None is called “{list.find?.text}” here.</li>
          ) : null}
          {list.find ? <Find path={path} state={state} title={list.title} find={list.find} inSheet={inSheet} /> : null}
        </FacetGroup>
      ))}
      {orders.length === 0 ? null : (
        <FacetGroup title="Minimum order">
          {orders.map(({ bound, count, chosen }) => (
            <FacetOption
              key={bound}
              {...common}
              {...{ count, chosen }}
              name={bound === 1 ? "From 1" : `Up to ${formatCount(bound)}`}
              to={to({ maxOrder: chosen ? null : bound })}
            />
          ))}
        </FacetGroup>
      )}
      {price && price.from < price.to ? (
        <p className="text-sm text-muted">
          Prices here: {formatNaira(price.from)} to {formatNaira(price.to)}
          {state.perPiece ? " a piece" : ""}
        </p>
      ) : null}
    </div>
  );
}

function FacetGroup({ title, short, children }: { title: string; short?: boolean; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-display text-base font-bold">{title}</h3>
      <ul className={short ? "mt-2 flex flex-wrap gap-1.5" : "mt-1"}>{children}</ul>
    </section>
  );
}

type ChoiceProps = {
  to: string;
  name: string;
  count: number;
  chosen: boolean;
  capped: boolean;
  inSheet: boolean;
  short?: boolean;
};

/** A value as a line with a checkbox, or as a pill if short, such as a size. */
function FacetOption({ to, name, count, chosen, capped, inSheet, short = false }: ChoiceProps) {
  return (
    <li>
      <Link
        to={to}
        rel="nofollow"
        preventScrollReset
        replace={inSheet}
        state={inSheet ? STAY_OPEN : undefined}
        aria-current={chosen ? "true" : undefined}
        className={cx(
          "flex min-h-11 items-center gap-2.5 text-[0.9375rem] hover:text-forest lg:min-h-9 lg:text-sm",
          chosen && "font-semibold text-forest",
          short && "min-w-11 justify-center gap-1.5 rounded-xl border px-2.5 lg:min-w-9",
          short && (chosen ? "border-forest bg-leaf" : "border-line hover:border-forest"),
        )}
      >
        {short ? null : (
          <span
            aria-hidden
            className={cx(
              "flex size-4.5 shrink-0 items-center justify-center rounded border text-xs leading-none",
              chosen ? "border-forest bg-forest text-white" : "border-edge bg-white",
            )}
          >
            {chosen ? "✓" : null}
          </span>
        )}
        <span className="min-w-0 flex-1 break-words">{name}</span>{" "}
        {count < 0 ? null : (
          <span className={cx("tabular-nums", short && "text-xs text-muted")}>
            {formatCount(count)}
            {capped ? "+" : ""}
          </span>
        )}
      </Link>
    </li>
  );
}

type FindProps = {
  path: string;
  state: ListingState;
  title: string;
  find: NonNullable<FacetList["find"]>;
  inSheet: boolean;
};

/** Search field for values beyond the listed ones. */
function Find({ path, state, title, find, inSheet }: FindProps) {
  const label = `Find among ${formatCount(find.all)} ${title.toLowerCase()}s`;
  return (
    <li className="mt-1.5">
      <Form
        action={path}
        role="search"
        aria-label={label}
        preventScrollReset
        replace={inSheet}
        state={inSheet ? STAY_OPEN : undefined}
        className="flex gap-2"
      >
        <HiddenState state={{ ...state, [find.name]: "", page: 1 }} />
        <Input
          key={find.text}
          name={find.name}
          type="search"
          aria-label={label}
          placeholder="Find"
          maxLength={60}
          defaultValue={find.text}
          className="min-w-0 flex-1 text-sm"
        />
        <Button type="submit" variant="outline" size="sm">
          Find
        </Button>
      </Form>
    </li>
  );
}
