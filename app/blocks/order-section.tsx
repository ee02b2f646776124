import { Suspense } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Section } from "#app/ui/section.tsx";
import type { OrderGridProps } from "./order-grid.tsx";

const OrderGrid = lazyOr(() => import("./order-grid.tsx"), NoGrid);

/** The order grid of a group, above the stepper of one variant, in a chunk that other product pages do not load. */
export function OrderSection(props: OrderGridProps) {
  return (
    <Section
      id="order-grid"
      title={`Order by ${optionList(props.group.option_names)}`}
      className="min-w-0 py-0! sm:py-0!"
    >
      <Suspense fallback={<NoGrid />}>
        <OrderGrid {...props} />
      </Suspense>
    </Section>
  );
}

function NoGrid() {
  return <p className="card p-5 text-muted">Choose one of the options above, or load this page again.</p>;
}

/** "size", "size and colour", "size, colour and length". */
function optionList(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names.map((name) => name.toLowerCase()));
}
