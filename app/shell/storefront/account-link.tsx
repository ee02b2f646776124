import { UserRound } from "lucide-react";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useSignedInMark } from "#app/features/accounts/store.ts";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";

const load = () => import("./account-menu.tsx");
const AccountMenu = lazyOr(load, ProfileLink);

/** The same box for guest and account avoids a layout shift when the session is known. */
const BOX =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl px-1.5 font-semibold hover:text-forest md:w-27 md:px-0";
const CARET = "md:after:size-2 md:after:-translate-y-0.5 md:after:rotate-45 md:after:border-r-2 md:after:border-b-2";

/**
 * The header's sign-in link for guests, or the account menu. Cached pages are the same for everyone, so the session is
 * known only after hydration; the menu's code loads when the browser is idle or on first interaction.
 */
export function AccountLink() {
  const isMarked = useSignedInMark();
  const [wanted, setWanted] = useState<"no" | "ready" | "open">("no");

  useEffect(() => {
    if (document.cookie.includes("oja.cart="))
      void import("#app/features/cart/components/form-cart-takeover.ts").then(({ takeOverFormCart }) =>
        takeOverFormCart(),
      );
  }, []);
  useEffect(() => {
    const idle = window.requestIdleCallback ?? setTimeout;
    if (isMarked) idle(() => setWanted((now) => (now === "no" ? "ready" : now)));
  }, [isMarked]);

  if (!isMarked) {
    return (
      <Link to="/login" className={BOX}>
        <Face label="Sign In" icon="md:hidden" />
      </Link>
    );
  }
  const triggerProps = { className: cx(BOX, CARET), children: <Face label="Account" icon="md:size-5" /> };
  const waiting = (
    <button
      type="button"
      aria-haspopup="menu"
      {...triggerProps}
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => setWanted("open")}
    />
  );
  if (wanted === "no") return waiting;
  return (
    <Suspense fallback={waiting}>
      <AccountMenu isOpenAtFirst={wanted === "open"} {...triggerProps} />
    </Suspense>
  );
}

type ProfileLinkProps = { isOpenAtFirst: boolean; className: string; children: ReactNode };

function ProfileLink({ className, children }: ProfileLinkProps) {
  return (
    <Link to="/profile" className={className}>
      {children}
    </Link>
  );
}

function Face({ label, icon }: { label: string; icon: string }) {
  return (
    <>
      <UserRound aria-hidden className={cx("size-6", icon)} strokeWidth={1.9} />
      <span className="sr-only md:not-sr-only">{label}</span>
    </>
  );
}
