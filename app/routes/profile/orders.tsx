import { UserRound } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { data, useLocation, useNavigate, useNavigation, useRevalidator } from "react-router";
import { ReorderButton } from "#app/blocks/reorder-button.tsx";
import { useBoundToUser } from "#app/features/accounts/components/use-signed-out.ts";
import { requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { LiveMark } from "#app/features/orders/components/live-mark.tsx";
import { NoOrders } from "#app/features/orders/components/no-orders.tsx";
import { OrderCard } from "#app/features/orders/components/order-card.tsx";
import { OrderChanges } from "#app/features/orders/components/order-changes.tsx";
import { OrderDialog } from "#app/features/orders/components/order-dialog.tsx";
import { useLiveOrders } from "#app/features/orders/components/use-live-orders.ts";
import { useOrderChanges } from "#app/features/orders/components/use-order-changes.ts";
import { ordersHref, readOrdersState } from "#app/features/orders/links.ts";
import { orderChanges, orderOf, ordersOf, type OrderDetails } from "#app/features/orders/queries.server.ts";
import { FindPaymentLink } from "#app/features/payments/components/find-payment-link.tsx";
import { isAnswer } from "#app/lib/answers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager/pager.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/orders.ts";

const LIST_FAILED = "Failed to load your orders. Please try again.";
const DETAILS_FAILED = "Failed to load order details. Please try again.";
const QUIETLY = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };

export const meta = noIndexMeta("My Orders");

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const { id: userId } = context.get(userContext);
  const state = readOrdersState(new URL(request.url).searchParams);
  // Read first, so that changes during the list query are reported again instead of missed.
  const at = await orderChanges(db).latest(userId);
  const list = await ordersOf(db, userId, state.page);
  let order: OrderDetails | null = null;
  let status = 200;
  if (state.order) {
    try {
      order = await orderOf(db, userId, state.order);
      // Another user's order and a missing one give the same answer.
      if (!order) status = 404;
    } catch (error) {
      log.error({ err: error }, "order details not read");
      status = 500;
    }
  }
  return data({ ...list, owner: userId, order, at, failed: status === 200 ? null : ("details" as const) }, { status });
}

type Loaded = Omit<Awaited<ReturnType<typeof loader>>["data"], "failed"> & { failed: "list" | "details" | null };
let shown: Loaded | null = null;

/** A failed refresh leaves the page unchanged and shows a message. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!shown || isAnswer(error)) throw error;
    const { order } = readOrdersState(new URL(request.url).searchParams);
    const isOther = order !== null && order !== shown.order?.id;
    return { ...shown, order: order === null || isOther ? null : shown.order, failed: isOther ? "details" : "list" };
  }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, page, pages, owner, order, at, failed } = loaderData;
  const navigate = useNavigate();
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const live = useLiveOrders(at, () => void revalidate());
  const changeMessages = useOrderChanges(loaderData);
  const openId = useOpenOrder(order?.id ?? null);

  useBoundToUser(owner, () => void revalidate());

  // Otherwise a later load would open them, long after the click.
  const dropDetails = useEffectEvent(() => navigate(ordersHref({ page }), QUIETLY));

  useEffect(() => {
    shown = loaderData;
    if (failed === "details") void dropDetails();
    if (failed) toast.error("Error", failed === "list" ? LIST_FAILED : DETAILS_FAILED);
    return () => void (shown = null);
  }, [loaderData, failed]);

  const close = () => {
    const { fromList } = (location.state ?? {}) as { fromList?: boolean };
    if (fromList) void navigate(-1);
    else void navigate(ordersHref({ page }), { replace: true, preventScrollReset: true });
  };

  return (
    <div className="page-width max-w-5xl py-8 sm:py-10">
      <div className="mb-6 flex items-center justify-between gap-3">
        <div className="grid gap-x-4 gap-y-1 sm:flex sm:items-baseline">
          <h1 className="font-display text-3xl font-bold sm:text-4xl">My Orders</h1>
          <LiveMark state={live} />
        </div>
        <Link to="/profile" className={buttonClass("outline", "sm")}>
          <UserRound aria-hidden className="size-4" /> My Profile
        </Link>
      </div>
      <OrderChanges messages={changeMessages} />
      <OrderDialog
        id={openId}
        order={order}
        lines={orders.find(({ id }) => id === openId)?.lines}
        closeHref={ordersHref({ page })}
        changeMessages={changeMessages}
        actions={order ? <ReorderButton orderId={order.id} /> : null}
        onClose={close}
      />
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <ul className="grid gap-3">
          {orders.map((one) => (
            <li key={one.id}>
              <OrderCard
                order={one}
                href={ordersHref({ page, order: one.id })}
                actions={<ReorderButton orderId={one.id} className="max-sm:flex-auto" />}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} href={(number) => ordersHref({ page: number })} label="Pages of orders" />
      <FindPaymentLink question="You paid, and your order is not here?" className="mt-6 text-muted" />
    </div>
  );
}

/** The order whose details are open or loading: the dialog opens on click and fills when the order arrives. */
function useOpenOrder(loaded: string | null): string | null {
  const { location } = useNavigation();
  if (location?.pathname !== "/profile/orders") return loaded;
  return readOrdersState(new URLSearchParams(location.search)).order;
}

export const ErrorBoundary = loadErrorBoundary(LIST_FAILED, { title: "Error" });
