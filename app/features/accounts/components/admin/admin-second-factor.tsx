import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { SignInFormResult } from "../../commands/auth-actions.server.ts";
import { AuthCard, Problem, SubmitButton, TEXT_LINK } from "../auth-card.tsx";
import { BackupCodes } from "../backup-codes.tsx";
import { FactorKey } from "../factor-key.tsx";
import { CodeField, PasswordField } from "../fields.tsx";
import { type SignInForm, useSignInForm } from "../use-sign-in-form.ts";
import { useSignOut } from "../use-sign-out.ts";

type Props = {
  isEnrolled: boolean;
  /** Enrolment sets a password as well: the account has none yet, or its owner requested a new one. */
  setsPassword: boolean;
  answer: SignInFormResult | undefined;
};

const PAGE = "/admin/second-factor";
const NEW_PASSWORD = `${PAGE}?password=new`;

/** Page shown before the admin pages when the shop requires a second factor for admins. */
export function AdminSecondFactor({ isEnrolled, setsPassword, answer }: Props) {
  const [secret, setSecret] = useState(answer?.step?.kind === "new-factor" ? answer.step : null);
  const form = useSignInForm(answer, (next) => next.kind === "new-factor" && setSecret(next));
  if (isEnrolled) return <ShowFactor form={form} />;
  return <SetUpFactor setsPassword={setsPassword} secret={secret} form={form} />;
}

function ShowFactor({ form }: { form: SignInForm }) {
  const [kind, setKind] = useState<"totp" | "backup">("totp");
  return (
    <AuthCard
      title="Confirm it is you"
      text="Admins of this shop confirm a second factor at every sign-in."
      footer={<SignOut />}
    >
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} className="grid gap-5">
        {kind === "totp" ? (
          <CodeField key="totp" id="second-factor" label="Code from your authenticator app" />
        ) : (
          <CodeField key="backup" id="second-factor" label="One of your backup codes" digitsOnly={false} />
        )}
        <SubmitButton busy={form.busy}>{form.busy ? "Checking..." : "Confirm"}</SubmitButton>
        <Button variant="ghost" onClick={() => (form.setProblem(null), setKind(kind === "totp" ? "backup" : "totp"))}>
          {kind === "totp" ? "Use a backup code instead" : "Use the app instead"}
        </Button>
      </form.Form>
    </AuthCard>
  );
}

type SetUpProps = {
  setsPassword: boolean;
  secret: { totpURI: string; backupCodes: string[] } | null;
  form: SignInForm;
};

function SetUpFactor({ setsPassword, secret, form }: SetUpProps) {
  // Without JavaScript a refused code comes back without the key, which is shown once.
  const isConfirming = secret !== null || form.step?.kind === "second-factor";
  return (
    <AuthCard
      title="Set up a second factor"
      text="Admins of this shop need a second factor: an app on your phone that shows a new code every 30 seconds."
      footer={<SignOut />}
    >
      <Problem>{form.problem}</Problem>
      {isConfirming ? (
        <form.Form {...form.props} className="grid gap-6">
          {secret ? <ScanStep uri={secret.totpURI} backupCodes={secret.backupCodes} /> : null}
          <CodeField id="second-factor" label="Code that the app shows now" takesFocus={!secret} />
          <SubmitButton busy={form.busy}>{form.busy ? "Checking..." : "Turn on"}</SubmitButton>
        </form.Form>
      ) : (
        <form.Form {...form.props} className="grid gap-5">
          {setsPassword ? (
            <>
              <input type="hidden" name="sets-password" value="yes" />
              <PasswordField
                key="new"
                label="New password"
                hint="At least 6 characters. Other devices are signed out."
                autoComplete="new-password"
                minLength={6}
              />
            </>
          ) : (
            <PasswordField key="present" autoComplete="current-password" />
          )}
          <SubmitButton busy={form.busy}>{setsPassword ? "Set password and begin" : "Begin"}</SubmitButton>
          {setsPassword ? null : (
            <Link to={NEW_PASSWORD} className={`-my-2 inline-flex min-h-11 items-center ${TEXT_LINK}`}>
              I do not know my password
            </Link>
          )}
        </form.Form>
      )}
      {isConfirming && !secret ? (
        <a href={PAGE} className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          Start again with a new key
        </a>
      ) : null}
    </AuthCard>
  );
}

/** QR code of the authenticator secret and the backup codes. */
function ScanStep({ uri, backupCodes }: { uri: string; backupCodes: string[] }) {
  const text = useRef<HTMLParagraphElement>(null);

  // Moves focus to the instructions, because the focused button was removed.
  useEffect(() => text.current?.focus(), []);

  return (
    <>
      <div className="grid gap-3">
        <p ref={text} tabIndex={-1} className="scroll-mt-40 text-[0.9375rem] outline-none">
          Scan this with an authenticator app.
        </p>
        <FactorKey uri={uri} />
      </div>
      <section aria-labelledby="backup-codes" className="grid gap-2">
        <h2 id="backup-codes" className="font-semibold">
          Backup codes
        </h2>
        <BackupCodes codes={backupCodes} />
      </section>
    </>
  );
}

function SignOut() {
  const signOut = useSignOut("/login");
  return (
    <form method="post" onSubmit={(event) => (event.preventDefault(), void signOut())}>
      <Button type="submit" name="sign-out" value="yes" variant="ghost">
        Sign out
      </Button>
    </form>
  );
}
