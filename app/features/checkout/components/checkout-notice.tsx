import { CircleCheck, Clock, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useCartCount } from "#app/features/cart/store.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import {
  closeCheckoutNotice,
  subscribeToCheckoutNotice,
  ownCheckout,
  setCheckoutNotice,
  useCheckoutNotice,
  type CheckoutNotice,
} from "../store.ts";
import { refreshCheckoutRecently } from "./checkout-status.ts";

const VARIANTS = {
  placed: { Icon: CircleCheck, tone: "bg-leaf text-ink", link: "See your order" },
  review: { Icon: TriangleAlert, tone: "bg-amber-soft text-amber-ink", link: "See your payment" },
  reversed: { Icon: TriangleAlert, tone: "bg-amber-soft text-amber-ink", link: "See your payment" },
  waiting: { Icon: Clock, tone: "bg-amber-soft text-amber-ink", link: "See your payment" },
} as const;

/** Pages that check the payment themselves. */
const OWN_PAGES = /^\/checkout(\/payment-success|\/pay\/[^/]+)?$/;

/**
 * Notice below the header about a payment that was in progress when the shopper left. Checked when a page is opened or
 * becomes visible again.
 */
export default function CheckoutNoticeBar() {
  const { pathname } = useLocation();
  const notice = useCheckoutNotice((state) => state.notice);
  const left = useCartCount();
  const isOwnPage = OWN_PAGES.test(pathname);

  useEffect(() => subscribeToCheckoutNotice(), []);

  useEffect(() => {
    if (isOwnPage) return;
    void refresh();
    const whenSeen = () => document.visibilityState === "visible" && void refresh();
    document.addEventListener("visibilitychange", whenSeen);
    window.addEventListener("pageshow", whenSeen);
    return () => {
      document.removeEventListener("visibilitychange", whenSeen);
      window.removeEventListener("pageshow", whenSeen);
    };
  }, [pathname, isOwnPage]);

  const variant = notice && VARIANTS[notice.kind];
  const isShownThere = pathname === "/checkout/payment-success" || (isOwnPage && notice?.kind === "waiting");
  if (!notice || !variant || isShownThere) return null;
  const { Icon, tone, link } = variant;
  return (
    <div role="status" className={tone}>
      <div className="page-width flex items-start gap-3 py-1.5">
        <Icon aria-hidden className="mt-2.5 size-5 shrink-0" />
        <p className="min-w-0 flex-1 py-2 text-sm leading-6">
          {noticeText(notice, left)}{" "}
          <Link
            to={paymentSuccessHref(notice.access_token)}
            className="-my-2.5 inline-block py-2.5 font-semibold underline"
          >
            {link}
          </Link>
        </p>
        <button
          type="button"
          aria-label="Close notice"
          onClick={closeCheckoutNotice}
          className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-white/60"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  );
}

async function refresh(): Promise<void> {
  if (ownCheckout()) return await refreshCheckoutRecently();
  // Another tab has received the result.
  if (useCheckoutNotice.getState().notice?.kind === "waiting") setCheckoutNotice(null);
}

/** `left` is the number of units still in the cart. */
function noticeText({ kind, amount_kobo, order_number, reference, channel }: CheckoutNotice, left: number): string {
  const amount = formatNaira(amount_kobo);
  switch (kind) {
    case "placed": {
      const rest = left > 0 ? " Its goods have left your cart; what you added since is still in it." : "";
      return `Your order ${order_number ?? reference} is placed: ${amount} was paid.${rest}`;
    }
    case "review":
      return `Your payment of ${amount} reached us, but a person has to look at it. Its goods have left your cart, so that you do not pay for them twice.`;
    case "reversed":
      return `Your payment of ${amount} went back to you, so there is no order. Your cart is still here.`;
    default: {
      const what = channel === "bank_transfer" ? "transfer" : "payment";
      return `We are waiting for your ${what} of ${amount}. Your order is placed as soon as it arrives; please do not pay again.`;
    }
  }
}
