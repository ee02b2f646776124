import { CalendarDays, FileUp, MapPinned, Plus } from "lucide-react";
import { data, Outlet } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { deleteMethod, deleteZone } from "#app/features/delivery/commands.server.ts";
import { DeliveryPreview } from "#app/features/delivery/components/admin/delivery-preview.tsx";
import { ZoneCard } from "#app/features/delivery/components/admin/zone-card.tsx";
import { previewDelivery } from "#app/features/delivery/queries/preview.server.ts";
import { allZones, deliveryCalendar, productsWithoutWeight } from "#app/features/delivery/queries/rates.server.ts";
import { DELIVERY_PATH } from "#app/features/delivery/rules/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/delivery.ts";

export const meta = noIndexMeta("Delivery");

export const middleware: Route.MiddlewareFunction[] = [requireRight("delivery.edit")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  return {
    zones: await allZones(db),
    fallback_grams: (await deliveryCalendar(db)).fallback_grams,
    unweighed: await productsWithoutWeight(db),
    preview: await previewDelivery(db, url.searchParams, new Date()),
  };
}

const REFUSALS = {
  forbidden: "Your role may not change delivery.",
  unknown: "It was deleted in the meantime.",
};

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  const [noun, id = ""] = (form.get("id") ?? "").split(":");
  if (form.get("intent") !== "delete" || (noun !== "zone" && noun !== "method")) throw data(null, { status: 400 });
  const deleted = noun === "zone" ? await deleteZone(shop, actor, id) : await deleteMethod(shop, actor, id);
  if (deleted.ok) return data<Answer>({ ok: true, title: noun === "zone" ? "Zone deleted" : "Method deleted" });
  return answerRefused(form, deleted, { messages: REFUSALS });
}

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { zones, unweighed, fallback_grams, preview } = loaderData;
  useAnswer(actionData);
  return (
    <>
      <PageHeading title="Delivery" text="What delivery costs and when it comes, by place and weight.">
        <Link to={`${DELIVERY_PATH}/calendar`} className={buttonClass("outline")} preventScrollReset>
          <CalendarDays aria-hidden className="size-4" />
          Days and weights
        </Link>
        <Link to={`${DELIVERY_PATH}/rates`} className={buttonClass("outline")} preventScrollReset>
          <FileUp aria-hidden className="size-4" />
          Prices from a file
        </Link>
        <Link to={`${DELIVERY_PATH}/zones/new`} className={buttonClass("primary")} preventScrollReset>
          <Plus aria-hidden className="size-4" />
          Add zone
        </Link>
      </PageHeading>
      <Refusal answer={actionData} className="mb-4" />
      {unweighed.all > 0 ? (
        <p className="mb-4 rounded-xl bg-amber-soft px-4 py-2.5 text-sm text-amber-ink">
          {unweighedText(unweighed, fallback_grams)}
        </p>
      ) : null}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 xl:sticky xl:top-5 xl:col-start-2">
          <DeliveryPreview preview={preview} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 xl:col-start-1 xl:row-start-1">
          {zones.map((zone) => (
            <ZoneCard key={zone.id} zone={zone} />
          ))}
          {zones.length === 0 ? (
            <EmptyState icon={<MapPinned />} title="No delivery prices yet">
              Until you add a zone, the shop says what it said before: buyers agree on delivery with the carrier.
            </EmptyState>
          ) : null}
        </div>
      </div>
      <Outlet />
    </>
  );
}

/** How many products have no weight, and what each sold unit of them counts as. */
function unweighedText({ all, byCategory }: { all: number; byCategory: number }, grams: number): string {
  const parts = [
    ...(byCategory > 0 ? [`${formatCount(byCategory)} by the default of the category`] : []),
    ...(all > byCategory ? [`${formatCount(all - byCategory)} as ${grams / 1000} kg`] : []),
  ];
  return `${formatCount(all)} ${all === 1 ? "product has" : "products have"} no weight. Each sold unit counts: ${parts.join(", ")}.`;
}
