import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { FacetList, ListingFacets } from "../queries/facets.server.ts";
import { listingHref, SWITCH_LABELS, toggleFacet, type ListingState } from "../rules/listing-links.ts";
import { FacetGroup, FacetOption } from "./facet-group.tsx";

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
      {lists.map(({ facet, title, values, find }) => (
        <FacetGroup
          key={facet + title}
          {...group}
          id={facet === "option" ? `option:${nameOf(values)}` : facet}
          title={title}
          short={facet === "option"}
          find={find}
          values={values.map(([value, name, count]) => ({
            value,
            name,
            count,
            chosen: state[facet].includes(value),
            to: listingHref(path, toggleFacet(state, facet, value)),
          }))}
        />
      ))}
      {orders.length === 0 ? null : (
        <FacetGroup
          {...group}
          id="order"
          title="Minimum order"
          values={orders.map(({ bound, count, chosen }) => ({
            value: String(bound),
            name: bound === 1 ? "From 1" : `Up to ${formatCount(bound)}`,
            count,
            chosen,
            to: to({ maxOrder: chosen ? null : bound }),
          }))}
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

/** The name of an option from one of its values: "size" of "size:xl". */
function nameOf([first]: FacetList["values"]): string {
  return first?.[0].split(":")[0] ?? "";
}
