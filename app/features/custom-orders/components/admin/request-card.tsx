import { formatDateTime } from "#app/lib/dates.ts";
import { formatCount } from "#app/lib/money.ts";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { CustomOrderCard } from "../../queries/list.server.ts";
import { describedParts, requestNumber } from "../../rules.ts";
import { OfferBadge, RequestBadge } from "../status-badge.tsx";
import { StatusButtons } from "./status-buttons.tsx";

type Props = { request: CustomOrderCard; href: string; mayEdit: boolean };

/** A request in the list: sender, number, status and actions. */
export function RequestCard({ request, href, mayEdit }: Props) {
  const number = requestNumber(request.id);
  return (
    <article data-list-row={request.id} className="card flex h-full flex-col gap-3 p-4">
      <div className="flex items-start gap-3">
        {request.image_url ? (
          <div className="size-14 shrink-0 overflow-hidden rounded-lg">
            <Picture address={request.image_url} alt="" size={56} sizes="56px" />
          </div>
        ) : null}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">{request.name}</h2>
          <p className="font-mono text-sm text-muted">{number}</p>
        </div>
        <div className="flex flex-col items-end gap-1">
          <RequestBadge status={request.status} />
          {request.offer ? <OfferBadge state={request.offer} /> : null}
        </div>
      </div>
      <p className="line-clamp-3 flex-1 break-words">{describedParts(request.description).description}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge>Quantity {formatCount(request.quantity)}</Badge> {formatDateTime(request.created_at)}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <OpenLink to={href} data-row-link className={buttonClass("primary", "sm", "max-sm:only:col-span-2")}>
          View<span className="sr-only"> request {number}</span>
        </OpenLink>
        {mayEdit ? <StatusButtons request={request} number={number} /> : null}
      </div>
    </article>
  );
}
