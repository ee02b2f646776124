import { buttonClass } from "#app/ui/button.tsx";
import { auth, AuthError } from "../client.ts";
import { authMessage, GOOGLE_FAILED } from "../rules.ts";
import { useLeaving } from "./use-leaving.ts";
import type { SignInForm } from "./use-sign-in-form.ts";

/** Starts sign-in with Google, which returns to /auth/callback. */
export function GoogleButton({ form }: { form: SignInForm }) {
  const [isLeaving, setIsLeaving] = useLeaving();

  async function go() {
    if (isLeaving) return;
    setIsLeaving(true);
    form.setProblem(null);
    try {
      window.location.assign(await auth.signInWithOAuth({ provider: "google" }));
    } catch (error) {
      setIsLeaving(false);
      const isKnown = error instanceof AuthError && error.code !== "PROVIDER_NOT_FOUND";
      form.fail(isKnown ? authMessage(error, GOOGLE_FAILED) : GOOGLE_FAILED, "Google Sign-in Error");
    }
  }
  return (
    <button
      type="button"
      disabled={form.busy}
      aria-disabled={isLeaving}
      onClick={() => void go()}
      className={buttonClass("ghost", "lg", "w-full border border-edge bg-white")}
    >
      <GoogleMark />
      {isLeaving ? "Opening Google..." : "Continue with Google"}
    </button>
  );
}

function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5">
      <path
        fill="#4285F4"
        d="M22.5 12.27c0-.79-.07-1.54-.2-2.27H12v4.3h5.9a5.05 5.05 0 0 1-2.2 3.31v2.75h3.55c2.08-1.92 3.25-4.74 3.25-8.09Z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.64l-3.56-2.75a6.6 6.6 0 0 1-9.84-3.46H2.2v2.84A11 11 0 0 0 12 23Z"
      />
      <path fill="#FBBC05" d="M5.88 14.15a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.88l3.68-2.84Z" />
      <path
        fill="#EA4335"
        d="M12 5.4c1.62 0 3.06.56 4.2 1.64l3.15-3.15A11 11 0 0 0 2.2 7.1l3.68 2.85A6.57 6.57 0 0 1 12 5.4Z"
      />
    </svg>
  );
}
