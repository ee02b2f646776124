import { Link } from "#app/ui/link.tsx";

/** Link for guests with an account: sign-in returns to checkout with the form filled in. */
export function SignInHint() {
  return (
    <p className="text-sm text-muted">
      Have an account?{" "}
      <Link
        to="/login?next=/checkout"
        className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-2"
      >
        Sign in
      </Link>
    </p>
  );
}
