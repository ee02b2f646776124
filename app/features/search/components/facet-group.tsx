import { useState } from "react";
import { Form } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { FacetList } from "../queries/facets.server.ts";
import { listingHref, type ListingState } from "../rules/listing-links.ts";
import { HiddenState } from "./hidden-state.tsx";

/** Location state of a choice that keeps the sheet open. */
const STAY_OPEN = { staysOpen: true };

type Choice = { name: string; count: number; chosen: boolean };
type Value = Choice & { value: string };

export type FacetGroupProps = {
  path: string;
  state: ListingState;
  /** Names the list in the address that shows it open. */
  id: string;
  title: string;
  /** Called only if some are shown: most lists are closed. */
  values: () => readonly Value[];
  hasChosen: boolean;
  /** The address that chooses a value, or takes it away. */
  toggle: (value: Value) => string;
  find?: FacetList["find"];
  short?: boolean;
  capped: boolean;
  inSheet: boolean;
};

/**
 * A facet under a heading that opens and closes it; closed, it shows only its chosen values. Without JavaScript the heading
 * leads to the same listing with the list open.
 */
export function FacetGroup({ id, title, values: read, hasChosen, toggle, find, short, ...list }: FacetGroupProps) {
  const { path, state, capped, inSheet } = list;
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? (state.show === id || Boolean(find?.text));
  const values = open || hasChosen ? read() : [];
  const shown = open ? values : values.filter(({ chosen }) => chosen);
  const label = (
    <>
      {title}
      <span aria-hidden className={cx("icon icon-chevron size-4 text-muted", open && "rotate-180")} />
    </>
  );
  return (
    <section id={`facet-${id}`} aria-label={title} className="facet">
      <h3>
        {useHydrated() ? (
          <button type="button" aria-expanded={open} onClick={() => setToggled(!open)} className="facet-head">
            {label}
          </button>
        ) : (
          <a
            href={`${listingHref(path, { ...state, show: open ? "" : id })}#facet-${id}`}
            rel="nofollow"
            aria-expanded={open}
            className="facet-head"
          >
            {label}
          </a>
        )}
      </h3>
      {shown.length > 0 || open ? (
        <ul className={short ? "mt-1 mb-3 flex flex-wrap gap-1.5" : "mb-2"}>
          {shown.map((one) => (
            <FacetOption key={one.value} {...one} to={toggle(one)} {...{ capped, inSheet, short }} />
          ))}
          {open && values.length === 0 ? (
            <li className="py-2 text-sm text-muted">None is called “{find?.text}” here.</li>
          ) : null}
          {open && find ? <Find {...{ path, state, title, find, inSheet }} /> : null}
        </ul>
      ) : null}
    </section>
  );
}

type FacetOptionProps = Choice & { to: string; capped: boolean; inSheet: boolean; short?: boolean };

/** A value as a line with a checkbox, or as a pill if short, such as a size. */
export function FacetOption({ to, name, count, chosen, capped, inSheet, short }: FacetOptionProps) {
  return (
    <li>
      <Link
        to={to}
        rel="nofollow"
        preventScrollReset
        replace={inSheet}
        state={inSheet ? STAY_OPEN : undefined}
        aria-current={chosen ? "true" : undefined}
        className={short ? "filter-pill" : "filter-line filter-check"}
      >
        {`${name} `}
        {count < 0 ? null : <span>{`${formatCount(count)}${capped ? "+" : ""}`}</span>}
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
