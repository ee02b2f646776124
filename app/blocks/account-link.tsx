import { UserRound } from "lucide-react";
import { Link } from "react-router";

/** The header's way in for guests. */
export function AccountLink() {
  return (
    <Link
      to="/login"
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-xl px-1.5 font-semibold hover:text-forest md:px-2"
    >
      <UserRound aria-hidden className="size-6 md:hidden" strokeWidth={1.9} />
      <span className="sr-only md:not-sr-only">Sign In</span>
    </Link>
  );
}
