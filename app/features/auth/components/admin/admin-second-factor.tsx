import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { auth, type AuthError } from "../../client.ts";
import type { SecondFactorResult } from "../../commands/admin-actions.server.ts";
import { AuthCard, Problem, TEXT_LINK } from "../auth-card.tsx";
import { BackupCodes } from "../backup-codes.tsx";
import { FactorKey } from "../factor-key.tsx";
import { CodeField, emptyRefused, PasswordField, formText } from "../fields.tsx";
import { useAttempt } from "../use-attempt.ts";

type Secret = Extract<SecondFactorResult, { ok: true }>["secret"];
type Props = {
  isEnrolled: boolean;
  /** Enrolment sets a password as well: the account has none yet, or its owner requested a new one. */
  setsPassword: boolean;
  answer?: SecondFactorResult;
};

const PAGE = "/admin/second-factor";
const NEW_PASSWORD = `${PAGE}?password=new`;

const APP_CODE = "Code that the app shows now";

/** Page shown before the admin pages when the shop requires a second factor for admins. */
export function AdminSecondFactor({ isEnrolled, ...rest }: Props) {
  return isEnrolled ? <ShowFactor answer={rest.answer} /> : <SetUpFactor {...rest} />;
}

const messageIn = (answer: Props["answer"]) => (answer?.ok === false ? answer.message : null);

function ShowFactor({ answer }: Pick<Props, "answer">) {
  const [kind, setKind] = useState<"totp" | "backup">("totp");
  const { busy, problem, attempt, setProblem } = useAttempt(messageIn(answer));
  return (
    <AuthCard
      title="Confirm it is you"
      text="Admins of this shop confirm a second factor at every sign-in."
      footer={<SignOut />}
    >
      <Problem>{problem}</Problem>
      <form method="post" className="grid gap-5" onSubmit={(event) => void attempt(...sending(event))}>
        {kind === "totp" ? (
          <CodeField key="totp" label="Code from your authenticator app" />
        ) : (
          <CodeField key="backup" label="One of your backup codes" digitsOnly={false} />
        )}
        <Button type="submit" size="lg" aria-disabled={busy} aria-busy={busy}>
          {busy ? "Checking..." : "Confirm"}
        </Button>
        <Button variant="ghost" onClick={() => (setProblem(null), setKind(kind === "totp" ? "backup" : "totp"))}>
          {kind === "totp" ? "Use a backup code instead" : "Use the app instead"}
        </Button>
      </form>
    </AuthCard>
  );
}

function SetUpFactor({ setsPassword, answer }: Omit<Props, "isEnrolled">) {
  const [secret, setSecret] = useState<Secret | null>(answer?.ok ? answer.secret : null);
  const { busy, problem, attempt } = useAttempt(messageIn(answer));

  function begin(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    void attempt(async () => {
      if (setsPassword) await auth.updateUser({ password });
      setSecret(await auth.call<Secret>("/two-factor/enable", { password }));
    });
  }

  return (
    <AuthCard
      title="Set up a second factor"
      text="Admins of this shop need a second factor: an app on your phone that shows a new code every 30 seconds."
      footer={<SignOut />}
    >
      <Problem>{problem}</Problem>
      {secret || answer?.isConfirming ? (
        <form method="post" className="grid gap-6" onSubmit={(event) => void attempt(...sending(event))}>
          {secret ? <ScanStep uri={secret.totpURI} backupCodes={secret.backupCodes} /> : null}
          <CodeField label={APP_CODE} takesFocus={!secret} />
          <Button type="submit" size="lg" aria-disabled={busy} aria-busy={busy}>
            {busy ? "Checking..." : "Turn on"}
          </Button>
        </form>
      ) : (
        <form method="post" className="grid gap-5" onSubmit={begin}>
          {setsPassword ? (
            <PasswordField
              key="new"
              label="New password"
              hint="At least 6 characters. Other devices are signed out."
              autoComplete="new-password"
              minLength={6}
            />
          ) : (
            <PasswordField key="present" autoComplete="current-password" />
          )}
          <Button
            type="submit"
            size="lg"
            name="intent"
            value={setsPassword ? "set-password" : "begin"}
            aria-disabled={busy}
          >
            {setsPassword ? "Set password and begin" : "Begin"}
          </Button>
          {setsPassword ? null : (
            <Link to={NEW_PASSWORD} className={`-my-2 inline-flex min-h-11 items-center ${TEXT_LINK}`}>
              I do not know my password
            </Link>
          )}
        </form>
      )}
      {answer?.isConfirming && !secret ? (
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
  const { busy, attempt } = useAttempt();
  const leave = async () => {
    await auth.signOut("local");
    window.location.assign("/login");
  };
  return (
    <form method="post" onSubmit={(event) => (event.preventDefault(), void attempt(leave))}>
      <Button type="submit" name="intent" value="sign-out" variant="ghost" aria-disabled={busy} aria-busy={busy}>
        Sign out
      </Button>
    </form>
  );
}

/** Prevents the native submit and returns the request for the entered code. */
function sending(event: FormEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  const code = formText(form, "code");
  const check = async () => {
    await auth.verifySecondFactor(code);
    window.location.assign("/admin");
  };
  return [check, { onRefusal: (refusal: AuthError) => emptyRefused(form, refusal) }] as const;
}
