import { Suspense, useEffect, useState, type ReactNode } from "react";
import { useNavigate, useNavigation } from "react-router";
import { useSignedOutInOtherTab } from "#app/features/accounts/components/use-signed-out-in-other-tab.ts";
import { OrderChangesContext } from "#app/features/orders/components/admin/use-refresh.ts";
import type { OrderFeed } from "#app/features/orders/rules/feed.ts";
import { DensityContext } from "#app/ui/admin/density.ts";
import { SignInAgainContext } from "#app/ui/admin/sign-in-again.ts";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { toast } from "#app/ui/toast.ts";
import { Toaster } from "#app/ui/toaster.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { loadedAlerts, OrderAlertsContext, type OrderAlerts } from "./alerts-context.ts";
import type { AdminMenuProps } from "./menu.tsx";
import { PackLink } from "./pack-link.tsx";
import { Brand, DENSITY_COOKIE, DrawerMenu, FindButton, Sidebar, SIDEBAR_COOKIE } from "./sidebar.tsx";
import type { AdminToolsProps, OpenTool } from "./tools.tsx";

type AdminShellProps = AdminMenuProps & {
  orders: OrderFeed | null;
  isCollapsed: boolean;
  isCompact: boolean;
  children: ReactNode;
};

const SignInAgain = lazyOr(() => import("./sign-in-again.tsx"), SignInElsewhere);
const signInAgain = (onDone: () => void) => (
  <Suspense>
    <SignInAgain onDone={onDone} />
  </Suspense>
);
const AdminTools = lazyOr(() => import("./tools.tsx"), ToolsMissing);
const FollowOrders = lazyOr(
  () => import("./alerts.ts"),
  () => null,
);
const YEAR_S = 31_536_000;

/** The admin layout: the menu is a sidebar on wide screens, behind a button on small ones. */
export function AdminShell(props: AdminShellProps) {
  const { children, isCollapsed: wasCollapsed, isCompact: wasCompact, orders, ...menu } = props;
  const navigate = useNavigate();
  const [followed, setFollowed] = useState<OrderAlerts | null>(null);
  const alerts = followed && orders ? followed : loadedAlerts(orders);
  const [isCollapsed, setCollapsed] = useState(wasCollapsed);
  const [isCompact, setCompact] = useState(wasCompact);
  const [tool, setTool] = useState<OpenTool>(null);
  const isLive = useHydrated();
  useSignedOutInOtherTab(() => {
    // A form with unsaved changes asks for the password itself on submit.
    if (!document.querySelector("[data-record-form]")) void navigate("/login");
  });

  function toggle() {
    setCollapsed(!isCollapsed);
    remember(SIDEBAR_COOKIE, isCollapsed ? "" : "collapsed");
  }

  function changeDensity(compact: boolean) {
    setCompact(compact);
    remember(DENSITY_COOKIE, compact ? "compact" : "");
  }

  return (
    <OrderAlertsContext value={alerts}>
      <div
        data-compact={isCompact ? "" : undefined}
        className={cx(
          "min-h-dvh lg:grid",
          isCollapsed ? "lg:grid-cols-[4.75rem_minmax(0,1fr)]" : "lg:grid-cols-[16rem_minmax(0,1fr)]",
        )}
      >
        <a
          href="#content"
          className="sr-only z-50 rounded-xl bg-white font-semibold text-forest shadow-lift focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
        >
          Skip to content
        </a>
        <header className="sticky top-0 z-30 flex h-15 items-center gap-1 border-b border-line bg-white px-4 lg:hidden print:hidden">
          <DrawerMenu {...menu} />
          <Brand />
          <div className="-mr-2.5 ml-auto flex shrink-0 items-center">
            <PackLink />
            <FindButton onOpen={() => setTool("palette")} isIcon />
          </div>
        </header>
        <Sidebar menu={menu} isCollapsed={isCollapsed} onToggle={toggle} onOpen={setTool} />
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 lg:px-8">
            <OrderChangesContext value={alerts}>
              <DensityContext value={{ isCompact, onChange: changeDensity }}>
                <SignInAgainContext value={signInAgain}>{children}</SignInAgainContext>
              </DensityContext>
            </OrderChangesContext>
          </div>
        </main>
        <Loading />
        <Toaster />
        {isLive ? (
          <Suspense>
            <AdminTools open={tool} onOpen={setTool} />
            {orders ? <FollowOrders loaded={orders} onChange={setFollowed} /> : null}
          </Suspense>
        ) : null}
      </div>
    </OrderAlertsContext>
  );
}

function remember(cookie: string, value: string): void {
  document.cookie = `${cookie}=${value}; path=/admin; max-age=${YEAR_S}; samesite=lax`;
}

/** Fallback if the script of palette and shortcuts fails to load. */
function ToolsMissing({ open, onOpen }: AdminToolsProps) {
  useEffect(() => {
    if (open === null) return;
    toast.error("This page could not be loaded", "Please try again in a moment.");
    onOpen(null);
  }, [open, onOpen]);
  return null;
}

/** Fallback if the script for signing in beside the form fails to load. */
function SignInElsewhere() {
  return (
    <a href="/login" target="_blank" rel="noreferrer" className="font-medium text-forest underline underline-offset-3">
      Log in in another tab
    </a>
  );
}

/** Shown while the server checks the session and loads the next page; delayed, so that fast answers skip it. */
function Loading() {
  const { state } = useNavigation();
  return (
    <p role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center print:hidden">
      {state === "loading" ? (
        <span className="animate-late rounded-full bg-ink px-4 py-1.5 text-sm font-semibold text-white">Loading</span>
      ) : null}
    </p>
  );
}
