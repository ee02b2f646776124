import { formatDateTime } from "#app/lib/dates.ts";
import { formatCount } from "#app/lib/money.ts";
import { largePicture } from "#app/lib/pictures.ts";
import { Picture } from "#app/ui/picture.tsx";
import type { CustomOrder } from "../queries.server.ts";
import { describedParts } from "../rules.ts";

/** Content of a request: description, additional info, quantity, picture and date. */
export function RequestView({
  request,
}: {
  request: Pick<CustomOrder, "description" | "quantity" | "image_url" | "created_at">;
}) {
  const { description, additional } = describedParts(request.description);
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <dl className="grid content-start gap-3">
        <Fact name="Description">{description || "None"}</Fact>
        {additional ? <Fact name="Additional Info">{additional}</Fact> : null}
        <Fact name="Quantity">{formatCount(request.quantity)}</Fact>
        <Fact name="Sent">{formatDateTime(request.created_at)}</Fact>
      </dl>
      {request.image_url ? (
        <a
          href={largePicture(request.image_url)}
          className="block w-full max-w-60 overflow-hidden rounded-xl border border-line"
        >
          <Picture address={request.image_url} alt="The picture that was sent; opens larger" sizes="240px" />
        </a>
      ) : null}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
