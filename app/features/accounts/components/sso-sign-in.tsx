import { buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Problem, SubmitButton, TEXT_LINK } from "./auth-card.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

type SsoSignInProps = {
  form: SignInForm;
  /** The provider's address, for going there without JavaScript: the CSP allows no redirect of a form to another site. */
  url: string | null;
  isLeaving: boolean;
};

/** Asks for the work email and redirects to the provider of its domain. */
export function SsoSignIn({ form, url, isLeaving }: SsoSignInProps) {
  return (
    <>
      <Problem>{form.problem}</Problem>
      {url ? (
        <a href={url} className={buttonClass("primary", "lg")}>
          Go on to your company's login
        </a>
      ) : (
        <form.Form {...form.props} className="grid gap-4">
          <p className="text-muted">Your company's own login opens, if it works with this shop.</p>
          <Field id="sso-email" label="Work email">
            <Input
              {...fieldProps("sso-email")}
              name="sso-email"
              type="email"
              defaultValue={form.values["sso-email"]}
              required
              maxLength={254}
              autoComplete="email"
              placeholder="you@company.com"
            />
          </Field>
          <SubmitButton busy={form.busy || isLeaving}>
            {isLeaving ? "Opening your company's login..." : form.busy ? "Checking..." : "Continue"}
          </SubmitButton>
        </form.Form>
      )}
      <Link
        to="/login"
        replace
        className={`-my-2 inline-flex min-h-11 items-center justify-self-start text-[0.9375rem] ${TEXT_LINK}`}
      >
        Use a password instead
      </Link>
    </>
  );
}
