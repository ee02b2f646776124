import { LogOut } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useSession } from "#app/features/accounts/components/use-session.ts";
import { useSignOut } from "#app/features/accounts/components/use-sign-out.ts";
import { accountItems } from "#app/features/accounts/rules.ts";
import { Link } from "#app/ui/link.tsx";
import { showLoggedOutMessage } from "./logged-out-message.ts";

const ITEM =
  "flex min-h-11 w-full items-center gap-2.5 rounded-lg px-3 text-left font-medium hover:bg-leaf focus-visible:bg-leaf focus-visible:-outline-offset-3";
/** The item index that a key moves to from `index` of `count`. */
const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type AccountMenuProps = {
  /** The ids of button and menu begin with it. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Called where this menu could not be loaded. */
  onMissing: () => void;
};

/** The account menu: a menu button with arrow keys, Escape and closing on outside clicks (ARIA menu button pattern). */
export default function AccountMenu({ id, button, open, setOpen }: AccountMenuProps) {
  const { user, loading, isAdmin } = useSession();
  const signOut = useSignOut();
  const list = useRef<HTMLDivElement>(null);
  const isShown = open && !loading;

  useEffect(showLoggedOutMessage, []);
  useEffect(() => {
    if (!isShown) return;
    menuItems(list.current)[0]?.focus();
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (list.current?.contains(target) || button.current?.contains(target));
      if (!isInside) setOpen(false);
    };
    // Not on every navigation: one that began before the menu was opened would close it.
    const onBack = () => setOpen(false);
    document.addEventListener("pointerdown", onPointerDown);
    window.addEventListener("popstate", onBack);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      window.removeEventListener("popstate", onBack);
    };
  }, [isShown, button, setOpen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Tab") return setOpen(false);
    if (event.key === "Escape") {
      setOpen(false);
      button.current?.focus();
      return;
    }
    const items = menuItems(list.current);
    const target = MOVES[event.key]?.(items.indexOf(document.activeElement as HTMLElement), items.length);
    if (target === undefined) return;
    event.preventDefault();
    items[target]?.focus();
  }

  if (!isShown) return null;
  return (
    <div
      ref={list}
      id={`${id}-menu`}
      role="menu"
      tabIndex={-1}
      aria-labelledby={`${id}-button`}
      onKeyDown={onKeyDown}
      className="card absolute top-full right-0 z-40 mt-1 w-60 p-1.5 shadow-lift max-md:-right-11"
    >
      {user ? (
        <p role="none" className="mx-1.5 mb-1.5 truncate border-b border-line px-1.5 pt-1 pb-2.5 text-sm text-muted">
          {user.first_name || user.email || user.phone}
        </p>
      ) : null}
      {accountItems(isAdmin).map(({ to, label }) => (
        <Link key={to} to={to} role="menuitem" tabIndex={-1} className={ITEM} onClick={() => setOpen(false)}>
          {label}
        </Link>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={ITEM}
        onClick={() => (setOpen(false), void signOut())}
      >
        <LogOut aria-hidden className="size-4.5 text-muted" />
        Sign Out
      </button>
    </div>
  );
}

function menuItems(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')] : [];
}
