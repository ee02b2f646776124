import { Suspense, type ComponentProps } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";
import type ShipmentList from "./shipment-list.tsx";

const List = lazyOr(
  () => import("./shipment-list.tsx"),
  () => <p>The shipments could not be loaded. Please reload the page.</p>,
);

/** The shipments of an order, loaded when it has some: most visits to an order come before any. */
export function LazyShipmentList(props: ComponentProps<typeof ShipmentList>) {
  return props.shipments.length > 0 ? (
    <Suspense>
      <List {...props} />
    </Suspense>
  ) : null;
}
