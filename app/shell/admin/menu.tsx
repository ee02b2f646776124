import { ChevronDown, Ellipsis, LogOut, Store, type LucideIcon } from "lucide-react";
import { createContext, useContext, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Form, NavLink, useLocation, useNavigate } from "react-router";
import type { Right } from "#app/features/permissions/rules.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import { PackBadge, SoundSwitch } from "./pack-link.tsx";
import { ADMIN_PAGES, SYSTEM_PAGES, type AdminPage } from "./pages.ts";

export type AdminMenuProps = {
  user: { name: string; email: string; staff_role: string | null };
  rights: readonly Right[];
  hasSso: boolean;
};

/** Whether the menu shows only icons; the names remain for screen readers and as tooltips. */
export const CollapsedContext = createContext(false);

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-[0.9375rem] font-medium focus-visible:-outline-offset-3 lg:min-h-10";
const TOOL =
  "grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sand-deep focus-visible:-outline-offset-3 lg:size-10";

/** As many pages of the system stand in the menu itself. */
const FEW = 2;

/**
 * The admin pages that this user may open, those of the system under "More", and a foot that stays in view: the user's
 * name, Logout, and `extra` beside the other tools.
 */
export function AdminMenu({ user, rights, hasSso, extra }: AdminMenuProps & { extra?: ReactNode }) {
  const isCollapsed = useContext(CollapsedContext);
  const mayOpen = ({ to, right }: AdminPage) =>
    (right === null || rights.includes(right)) && (hasSso || to !== "/admin/single-sign-on");
  const { pathname } = useLocation();
  const system = SYSTEM_PAGES.filter(mayOpen);
  const isSystem = system.some(({ to }) => pathname.startsWith(to));
  const menu = useRef<HTMLElement>(null);

  useEffect(() => {
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);

  return (
    <>
      <nav
        ref={menu}
        aria-label="Back office"
        className="-mx-1 grid min-h-0 flex-1 content-start gap-0.5 overflow-y-auto px-1 pb-2"
      >
        <PageLinks pages={ADMIN_PAGES.filter(mayOpen)} />
        {system.length > FEW ? (
          <details key={String(isSystem)} open={isSystem} className="group/more">
            <summary
              title={isCollapsed ? "More" : undefined}
              className={cx(ITEM, "list-none hover:bg-sand-deep [&::-webkit-details-marker]:hidden")}
            >
              <ItemContent icon={Ellipsis} label="More" />
              <ChevronDown
                aria-hidden
                className={cx("ml-auto size-4 group-open/more:rotate-180", isCollapsed && "hidden")}
              />
            </summary>
            <PageLinks pages={system} />
          </details>
        ) : (
          <PageLinks pages={system} />
        )}
      </nav>
      <div
        className={cx(
          "mt-auto grid grid-cols-[minmax(0,1fr)] gap-0.5 border-t border-line bg-white pt-2",
          isCollapsed && "justify-items-center",
        )}
      >
        <p className={cx("min-w-0 px-3 text-sm", isCollapsed && "sr-only")}>
          <span className="block truncate font-semibold">{user.name}</span>
          <span className="block truncate text-muted" title={user.email}>
            {user.staff_role ? <span className="capitalize">{user.staff_role}</span> : null} {user.email}
          </span>
        </p>
        <Link to="/" title={isCollapsed ? "Go to the shop" : undefined} className={cx(ITEM, "hover:bg-sand-deep")}>
          <ItemContent icon={Store} label="Go to the shop" />
        </Link>
        <div className={cx("flex items-center", isCollapsed && "flex-col-reverse")}>
          <Logout />
          <SoundSwitch className={cx(TOOL, "noscript:hidden")} />
          {extra}
        </div>
      </div>
    </>
  );
}

function PageLinks({ pages }: { pages: readonly AdminPage[] }) {
  const isCollapsed = useContext(CollapsedContext);
  return (
    <ul className="grid gap-0.5">
      {pages.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            title={isCollapsed ? label : undefined}
            className={({ isActive }) =>
              cx(ITEM, "relative", isActive ? "bg-leaf font-semibold text-forest" : "hover:bg-sand-deep")
            }
          >
            <ItemContent icon={icon} label={label} />
            {to === "/admin/orders" ? <PackBadge isCollapsed={isCollapsed} /> : null}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function ItemContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  const isCollapsed = useContext(CollapsedContext);
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
      <span className={isCollapsed ? "sr-only" : "truncate"}>{label}</span>
    </>
  );
}

/** A button of the foot that opens something in place; it needs the page's script. */
export function MenuTool({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={cx(TOOL, "noscript:hidden")}
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.8} />
    </button>
  );
}

/** Without its script it posts to the overview, which also signs out and redirects to /login. */
function Logout() {
  const navigate = useNavigate();
  const isCollapsed = useContext(CollapsedContext);
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const { auth } = await import("#app/features/accounts/client.ts");
      await auth.signOut("local");
    } catch {
      setBusy(false);
      return toast.error("Sign out failed", "Please try again.");
    }
    toast.success("Logged out");
    await navigate("/login");
  }

  return (
    <Form method="post" action="/admin/overview" className="min-w-0 flex-1" onSubmit={(event) => void onSubmit(event)}>
      <button
        type="submit"
        name="intent"
        value="sign-out"
        aria-disabled={busy}
        title={isCollapsed ? "Logout" : undefined}
        className={cx(ITEM, "hover:bg-sand-deep")}
      >
        <ItemContent icon={LogOut} label="Logout" />
      </button>
    </Form>
  );
}
