import { ArrowLeft, Printer } from "lucide-react";
import { data, useLocation, useNavigate } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { NextOrders } from "#app/features/orders/components/admin/next-orders.tsx";
import { PackingSlip, PickListPage, type Paper } from "#app/features/orders/components/admin/slips.tsx";
import { packingSlips } from "#app/features/orders/queries/slips.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { pickList } from "#app/features/orders/rules/pick-list.ts";
import { readPart } from "#app/features/orders/rules/selection.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { storeOf } from "#app/features/settings/rules.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { ErrorScreen } from "#app/shell/screens/error-screen.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/order-slips.ts";

export const meta = noIndexMeta("Packing slips");

/** A printed page has no menu. */
export const handle = { hasOwnShell: true };

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const params = new URL(request.url).searchParams;
  const { ids } = readPart(params);
  const { slips, left } = await packingSlips(db, context.get(userContext), ids);
  if (slips.length + left.length === 0) throw data(null, { status: 404 });
  const paper: Paper = params.get("paper") === "a5" ? "a5" : "a4";
  return { slips, left, picks: pickList(slips), paper, shop: storeOf(await currentSettings({ db, log })).name };
}

export default function OrderSlips({ loaderData: { slips, left, picks, paper, shop } }: Route.ComponentProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const onPaper = (wanted: Paper) => {
    const params = new URLSearchParams(search);
    params.set("paper", wanted);
    return `/admin/orders/slips?${params}`;
  };
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6 print:max-w-none print:p-0">
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <Link
          to="/admin/orders"
          className={buttonClass("ghost", "sm")}
          onClick={(event) => {
            if (window.history.length < 2) return;
            event.preventDefault();
            void navigate(-1);
          }}
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to the orders
        </Link>
        <nav aria-label="Paper" className="ml-auto flex gap-1">
          {(["a4", "a5"] as const).map((size) => (
            <Link
              key={size}
              to={onPaper(size)}
              replace
              aria-current={size === paper ? "true" : undefined}
              className={buttonClass(size === paper ? "soft" : "ghost", "sm")}
            >
              {size.toUpperCase()}
            </Link>
          ))}
        </nav>
        {slips.length > 0 ? (
          <Button size="sm" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            Print {slips.length === 1 ? "the slip" : `${slips.length} slips`}
          </Button>
        ) : null}
      </div>
      <NextOrders action={["print", "1"]} />
      {left.length > 0 ? (
        <ul role="status" className="mb-4 grid gap-1 rounded-xl bg-amber-soft px-4 py-3 text-amber-ink print:hidden">
          {left.map(({ id, reason }) => (
            <li key={id}>
              Order <span className="font-mono font-semibold">{orderNumber(id)}</span> is not packed: {reason}.
            </li>
          ))}
        </ul>
      ) : null}
      <h1 className="sr-only">Packing slips</h1>
      <div className="grid gap-5 print:block">
        {slips.length > 1 ? <PickListPage lines={picks} orders={slips.length} paper={paper} /> : null}
        {slips.map((slip) => (
          <PackingSlip key={slip.id} slip={slip} shop={shop} paper={paper} />
        ))}
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
