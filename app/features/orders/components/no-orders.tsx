import { PackageOpen } from "lucide-react";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";

/** Empty state of the order list. */
export function NoOrders() {
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No Orders Yet"
      action={
        <Link to="/products" className={buttonClass("primary", "lg")}>
          Browse Products
        </Link>
      }
    >
      Your orders appear here as soon as they are paid, and follow every step on their way to you.
    </EmptyState>
  );
}
