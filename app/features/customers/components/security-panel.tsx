import { Download, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import type { Security } from "../queries.server.ts";
import { answerTo, passwordlessMethod, type ProfileAnswer } from "../rules.ts";
import { DangerZone } from "./danger-zone.tsx";
import { Identities } from "./identities.tsx";
import { LoginIdentifiers } from "./login-identifiers.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { ProfileWithoutScript } from "./without-script.tsx";

type Props = {
  security: Security;
  currentSession: string;
  canLinkGoogle: boolean;
  needsPassword: boolean;
  /** URL of the data export; null on pages without one. */
  download: string | null;
  /** Result of the last submitted form of this panel. */
  answer: ProfileAnswer | undefined;
  onPassword: () => void;
};

/** Sign-in settings of the account, from email to account deletion. */
export function SecurityPanel(props: Props) {
  const { security, currentSession, canLinkGoogle, needsPassword, download, answer, onPassword } = props;
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
    <div className="grid gap-4">
      <ProfileWithoutScript answer={answer} />
      {needsPassword && !password?.ok ? <PasswordNotice /> : null}
      {isPasswordFirst ? passwordForm : null}
      <LoginIdentifiers security={security} answer={answerTo("sign-in-name", answer)} />
      {isPasswordFirst ? null : passwordForm}
      <SecondFactor enabled={security.has_second_factor} hasPassword={has_password} />
      <Passkeys passkeys={security.passkeys} answer={answerTo("passkey", answer)} />
      <Identities identities={security.identities} canLinkGoogle={canLinkGoogle} />
      <Sessions sessions={security.sessions} currentId={currentSession} answer={answerTo("sessions", answer)} />
      {download ? (
        <SettingsCard title="Your data" text="Profile, orders, addresses and consents as a file.">
          <a href={download} download="oja-my-data.json" className={buttonClass("outline")}>
            <Download aria-hidden className="size-4" /> Download my data
          </a>
        </SettingsCard>
      ) : null}
      <DangerZone answer={answerTo("delete-account", answer)} />
    </div>
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
