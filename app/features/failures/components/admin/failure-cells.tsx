import { formatDateTime } from "#app/lib/dates.ts";
import { formatCount } from "#app/lib/money.ts";
import type { ListCells } from "#app/ui/admin/list-table.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";
import type { FAILURES } from "../../links.ts";
import type { Failure } from "../../queries.server.ts";
import { failureName, failureChannel } from "../../rules.ts";
import { FailureActions } from "./failure-actions.tsx";

type FailureCellOptions = { mayEdit: boolean; maySeeOrders: boolean };

/** Table cells of a failed mail or job. */
export function failureCells({ mayEdit, maySeeOrders }: FailureCellOptions): ListCells<typeof FAILURES, Failure> {
  return (failure) => {
    const { source, name, to, order_id, attempts, error, since, next_try_at } = failure;
    return {
      what: (
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={source === "mail" ? "info" : "neutral"}>{failureChannel(source, name)}</Badge>
            <span className="font-semibold break-words">{failureName(source, name)}</span>
          </span>
          {to ? <span className="text-sm font-normal break-all text-muted">to {to}</span> : null}
          {order_id && maySeeOrders ? (
            <Link
              to={`/admin/orders/${order_id}`}
              className="inline-flex min-h-11 items-center text-sm font-normal text-forest underline underline-offset-3 sm:min-h-6"
            >
              Order {order_id.slice(0, 8).toUpperCase()}
            </Link>
          ) : null}
        </span>
      ),
      attempts: formatCount(attempts),
      error: <span className="text-sm break-words">{source === "late" ? NOT_TAKEN : error}</span>,
      since: <time dateTime={since.toISOString()}>{formatDateTime(since)}</time>,
      next: next_try_at ? (
        <time dateTime={next_try_at.toISOString()}>{formatDateTime(next_try_at)}</time>
      ) : (
        NEXT[source]
      ),
      actions: mayEdit ? <FailureActions failure={failure} /> : null,
    };
  };
}

const NOT_TAKEN = "It is due, and no process takes it. Look whether the shop's processes run.";
const NEXT = {
  mail: "Given up",
  job: "Given up",
  schedule: "Scheduled",
  late: "Due",
};
