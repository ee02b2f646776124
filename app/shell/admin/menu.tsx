import { LogOut, Store, type LucideIcon } from "lucide-react";
import { createContext, useContext, useState, type FormEvent, type ReactNode } from "react";
import { Form, Link, NavLink, useNavigate } from "react-router";
import type { Right } from "#app/features/permissions/rules.ts";
import { cx } from "#app/ui/class-names.ts";
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
  "flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-[0.9375rem] font-medium focus-visible:-outline-offset-3";

/** The admin pages that this user may open, the user's name, `extra`, and the links out of the admin. */
export function AdminMenu({ user, rights, hasSso, extra }: AdminMenuProps & { extra?: ReactNode }) {
  const isCollapsed = useContext(CollapsedContext);
  const mayOpen = ({ to, right }: AdminPage) =>
    (right === null || rights.includes(right)) && (hasSso || to !== "/admin/single-sign-on");
  const groups = [ADMIN_PAGES, SYSTEM_PAGES].map((pages) => pages.filter(mayOpen));
  return (
    <>
      <nav aria-label="Back office" className="grid gap-3">
        {groups.map((pages, group) => (
          <ul key={group} className={cx("grid gap-0.5", group > 0 && "border-t border-line pt-3")}>
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
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <div className={cx("border-t border-line px-3 pt-4 pb-2 text-sm", isCollapsed && "sr-only")}>
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
          {user.staff_role ? <p className="truncate text-muted capitalize">{user.staff_role}</p> : null}
        </div>
        {extra}
        <SoundSwitch isCollapsed={isCollapsed} className={cx(ITEM, "hover:bg-sand-deep noscript:hidden")} />
        <Link to="/" title={isCollapsed ? "Go to the shop" : undefined} className={cx(ITEM, "hover:bg-sand-deep")}>
          <ItemContent icon={Store} label="Go to the shop" />
        </Link>
        <Logout />
      </div>
    </>
  );
}

function ItemContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  const isCollapsed = useContext(CollapsedContext);
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
      <span className={isCollapsed ? "sr-only" : undefined}>{label}</span>
    </>
  );
}

/** A menu item that opens something in place instead of a link; it needs the page's script. */
export function MenuButton({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  const isCollapsed = useContext(CollapsedContext);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={isCollapsed ? label : undefined}
      onClick={onClick}
      className={cx(ITEM, "hover:bg-sand-deep noscript:hidden")}
    >
      <ItemContent icon={icon} label={label} />
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
    <Form method="post" action="/admin/overview" onSubmit={(event) => void onSubmit(event)}>
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
