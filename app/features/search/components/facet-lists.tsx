import { nameSlug } from "#app/features/products/links.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { FacetList, ListingFacets } from "../queries/facets.server.ts";
import { facetValue, listingHref, SWITCH_LABELS, toggleFacet, type ListingState } from "../rules/listing-links.ts";
import { FacetGroup, FacetOption, type FacetGroupProps } from "./facet-group.tsx";

type FacetListsProps = {
  path: string;
  state: ListingState;
  facets: ListingFacets;
  /** In the filter sheet, which stays open; choices there replace its history entry. */
  inSheet?: boolean;
};

/** Facets as links that toggle a value; each shows the number of matching products. A list is rendered when it is opened. */
export default function FacetLists({ path, state, facets, inSheet = false }: FacetListsProps) {
  const { lists, switches, orders, price, capped } = facets;
  const to = (change: Partial<ListingState>) => listingHref(path, { ...state, ...change, page: 1 });
  const group = { path, state, inSheet, capped };
  if (switches.length + lists.length + orders.length === 0) return null;
  return (
    <div className="mt-6 grid border-t border-line pt-5">
      {switches.length === 0 ? null : (
        <section aria-label="Show only" className="mb-3">
          <h3 className="font-display text-base font-bold">Show only</h3>
          <ul className="mt-1">
            {switches.map(({ name, count, chosen }) => (
              <FacetOption
                key={name}
                {...{ count, chosen, inSheet, capped }}
                name={SWITCH_LABELS[name]}
                to={to({ [name]: !chosen })}
              />
            ))}
          </ul>
        </section>
      )}
      {lists.map((list) => (
        <ValueFacet key={list.facet + list.title} {...group} list={list} />
      ))}
      {orders.length === 0 ? null : (
        <FacetGroup
          {...group}
          id="order"
          title="Minimum order"
          hasChosen={state.maxOrder !== null}
          values={() =>
            orders.map(({ bound, count, chosen }) => ({
              value: String(bound),
              name: bound === 1 ? "From 1" : `Up to ${formatCount(bound)}`,
              count,
              chosen,
            }))
          }
          toggle={({ value, chosen }) => to({ maxOrder: chosen ? null : Number(value) })}
        />
      )}
      {price && price.from < price.to ? (
        <p className="border-t border-line pt-4 text-sm text-muted">
          Prices here: {formatNaira(price.from)} to {formatNaira(price.to)}
          {state.perPiece ? " a piece" : ""}
        </p>
      ) : null}
    </div>
  );
}

type ValueFacetProps = Pick<FacetGroupProps, "path" | "state" | "inSheet" | "capped"> & { list: FacetList };

function ValueFacet({ list, ...group }: ValueFacetProps) {
  const { facet, title, find } = list;
  const chosen = group.state[facet];
  return (
    <FacetGroup
      {...group}
      id={facet === "option" ? `option:${nameSlug(title)}` : facet}
      title={title}
      short={facet === "option"}
      find={find}
      hasChosen={chosen.length > 0}
      values={() =>
        list.values.map((one) => {
          const value = facetValue(list, one);
          return { value, name: one[0], count: one[1], chosen: chosen.includes(value) };
        })
      }
      toggle={({ value }) => listingHref(group.path, toggleFacet(group.state, facet, value))}
    />
  );
}
