import { useSession } from "#app/features/accounts/components/use-session.ts";
import { useSignOut } from "#app/features/accounts/components/use-sign-out.ts";
import { accountItems } from "#app/features/accounts/rules.ts";
import { Link } from "#app/ui/link.tsx";

const ITEM = "-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center rounded-lg px-2 text-left font-medium hover:bg-leaf";

/** The account section of the slide-out menu. */
export default function MobileAccount({ onLeave }: { onLeave: () => void }) {
  const { isAdmin } = useSession();
  const signOut = useSignOut();
  return (
    <nav aria-label="Account">
      <h3 className="mb-1 text-xs font-semibold tracking-wide text-muted uppercase">Account</h3>
      <ul>
        {accountItems(isAdmin).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} replace className={ITEM}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={ITEM} onClick={() => (onLeave(), void signOut())}>
            Sign Out
          </button>
        </li>
      </ul>
    </nav>
  );
}
