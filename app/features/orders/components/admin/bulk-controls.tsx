import { Printer, Truck } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { ORDER_STATUSES, orderStatusBadge } from "../../rules.ts";

/** Bulk actions for selected orders: status change with preview, packing slips and pick list. */
export function OrderBulkControls({ mayCancel, mayChange }: { mayCancel: boolean; mayChange: boolean }) {
  return (
    <>
      {mayChange ? (
        <div className="flex flex-wrap items-center gap-2">
          <Select name="status" aria-label="New status" defaultValue="shipped" wrapperClassName="w-36">
            {ORDER_STATUSES.filter((status) => mayCancel || status !== "cancelled").map((status) => (
              <option key={status} value={status}>
                {orderStatusBadge(status).label}
              </option>
            ))}
          </Select>
          <Button type="submit" size="sm">
            Set status
          </Button>
          <Button type="submit" variant="outline" size="sm" name="ship" value="1">
            <Truck aria-hidden className="size-4" />
            Send goods
          </Button>
        </div>
      ) : null}
      <Button type="submit" variant="outline" size="sm" name="print" value="1">
        <Printer aria-hidden className="size-4" />
        Packing slips and pick list
      </Button>
    </>
  );
}
