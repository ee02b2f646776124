import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useSignedInMark } from "#app/features/accounts/store.ts";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";

const load = () => import("./account-menu.tsx");
const AccountMenu = lazyOr(load, MissingMenu);

/** The same box for guest and account avoids a layout shift when the session is known. */
const BOX = "header-action gap-1.5 font-semibold md:w-27 md:px-0";
const CARET = "md:after:size-2 md:after:-translate-y-0.5 md:after:rotate-45 md:after:border-r-2 md:after:border-b-2";

/**
 * The header's sign-in link for guests, or the account menu. Cached pages are the same for everyone, so the session is
 * known only after hydration; the menu's code loads when the browser is idle or on first interaction.
 */
export function AccountLink() {
  const isMarked = useSignedInMark();

  useEffect(() => {
    if (document.cookie.includes("oja.cart="))
      void import("#app/features/cart/components/form-cart-takeover.ts").then(({ takeOverFormCart }) =>
        takeOverFormCart(),
      );
  }, []);

  if (isMarked) return <AccountButton />;
  return (
    <>
      <Link to="/login" className={cx(BOX, "noscript:hidden")}>
        <Face label="Sign In" icon="md:hidden" />
      </Link>
      {/* Without JavaScript the session stays unknown; the profile leads guests to the login. */}
      <span className="hidden noscript:contents">
        <Link to="/profile" className={BOX}>
          <Face label="Account" icon="md:size-5" />
        </Link>
      </span>
    </>
  );
}

/** The menu's button. It is the same element before and after the menu has loaded: a replaced one loses its click. */
function AccountButton() {
  const [state, setState] = useState<"waiting" | "ready" | "missing">("waiting");
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    const idle = window.requestIdleCallback ?? setTimeout;
    idle(() => setState((now) => (now === "waiting" ? "ready" : now)));
  }, []);

  function change(isOpen: boolean): void {
    setOpen(isOpen);
    setState("ready");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    change(true);
  }

  const face = <Face label="Account" icon="md:size-5" />;
  if (state === "missing") {
    return (
      <Link to="/profile" className={cx(BOX, CARET)}>
        {face}
      </Link>
    );
  }
  return (
    <div className="relative">
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        className={cx(BOX, CARET)}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => change(!open)}
        onKeyDown={onKeyDown}
      >
        {face}
      </button>
      {state === "ready" ? (
        <Suspense>
          <AccountMenu id={id} button={button} open={open} setOpen={setOpen} onMissing={() => setState("missing")} />
        </Suspense>
      ) : null}
    </div>
  );
}

function MissingMenu({ onMissing }: { onMissing: () => void }) {
  useEffect(onMissing);
  return null;
}

function Face({ label, icon }: { label: string; icon: string }) {
  return (
    <>
      <span aria-hidden className={cx("icon icon-user size-6", icon)} />
      <span className="sr-only md:not-sr-only">{label}</span>
    </>
  );
}
