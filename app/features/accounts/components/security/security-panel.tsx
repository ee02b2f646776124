import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Security } from "../../queries/security.server.ts";
import { answerTo, passwordlessMethod, type SecurityAnswer } from "../../rules/security.ts";
import { Identities } from "./identities.tsx";
import { LoginIdentifiers } from "./login-identifiers.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

type Props = {
  security: Security;
  currentSession: string;
  canLinkGoogle: boolean;
  needsPassword: boolean;
  /** Result of the last submitted form of this panel. */
  answer: SecurityAnswer | undefined;
  onPassword: () => void;
};

/** Sign-in settings of the account, a card each. */
export function SecurityPanel(props: Props) {
  const { security, currentSession, canLinkGoogle, needsPassword, answer, onPassword } = props;
  const { email, phone, providers, has_password } = security;
  const password = answerTo("password", answer);
  // Fixed at page load, so that the layout does not change after setting the password.
  const [isPasswordFirst] = useState(needsPassword);
  const passwordForm = (
    <PasswordForm
      hasPassword={has_password}
      otherWay={passwordlessMethod(providers)}
      mailbox={email ?? phone ?? ""}
      answer={password}
      onChanged={onPassword}
    />
  );
  return (
    <>
      {needsPassword && !password?.ok ? <PasswordNotice /> : null}
      {isPasswordFirst ? passwordForm : null}
      <LoginIdentifiers security={security} answer={answerTo("sign-in-name", answer)} />
      {isPasswordFirst ? null : passwordForm}
      <SecondFactor enabled={security.has_second_factor} hasPassword={has_password} />
      <Passkeys passkeys={security.passkeys} answer={answerTo("passkey", answer)} />
      <Identities identities={security.identities} canLinkGoogle={canLinkGoogle} />
      <Sessions sessions={security.sessions} currentId={currentSession} answer={answerTo("sessions", answer)} />
    </>
  );
}

/** Explains why a password is required. Receives the focus before the fields. */
function PasswordNotice() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-2xl bg-amber-soft p-4 text-amber-ink outline-none sm:p-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">Password Reset Required</p>
        <p>Please set a new password for your account.</p>
      </div>
    </div>
  );
}
