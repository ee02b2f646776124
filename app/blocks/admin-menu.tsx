import { KeyRound, LayoutDashboard, LogOut, ShieldCheck, Store, type LucideIcon } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Form, Link, NavLink, useNavigate } from "react-router";
import { auth } from "#app/features/auth/client.ts";
import { cx } from "#app/ui/class-names.ts";
import { toast } from "#app/ui/toast.ts";

export type AdminMenuProps = { user: { name: string; email: string }; hasSso: boolean };

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-[0.9375rem] font-medium focus-visible:-outline-offset-3";

type Entry = { to: string; label: string; icon: LucideIcon };

const START: Entry = { to: "/admin", label: "Start", icon: LayoutDashboard };
const SINGLE_SIGN_ON: Entry = { to: "/admin/single-sign-on", label: "Single sign-on", icon: KeyRound };
const SECURITY: Entry = { to: "/admin/security", label: "Security", icon: ShieldCheck };

/** The pages of the back office, who is here, and the ways out. */
export function AdminMenu({ user, hasSso }: AdminMenuProps) {
  return (
    <>
      <nav aria-label="Back office">
        <ul className="grid gap-1">
          {[START, ...(hasSso ? [SINGLE_SIGN_ON] : []), SECURITY].map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  cx(ITEM, isActive ? "bg-leaf font-semibold text-forest" : "hover:bg-sand-deep")
                }
              >
                <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto pt-6">
        <div className="border-t border-line px-3 pt-4 pb-2 text-sm">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
        </div>
        <Link to="/" className={cx(ITEM, "hover:bg-sand-deep")}>
          <Store aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
          To the shop
        </Link>
        <Logout />
      </div>
    </>
  );
}

/** Without its script it posts to the start page, which signs out and leads to /login as well. */
function Logout() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await auth.signOut("local");
    } catch {
      setBusy(false);
      return toast.error("Sign out failed", "Please try again.");
    }
    toast.success("Logged out");
    await navigate("/login");
  }

  return (
    <Form method="post" action="/admin?index" onSubmit={(event) => void onSubmit(event)}>
      <button
        type="submit"
        name="intent"
        value="sign-out"
        aria-disabled={busy}
        className={cx(ITEM, "hover:bg-sand-deep")}
      >
        <LogOut aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
        Logout
      </button>
    </Form>
  );
}
