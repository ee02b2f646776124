import { type FormEvent, useState } from "react";
import { encode } from "uqr";
import { Button } from "#app/ui/button.tsx";
import { auth } from "../client.ts";
import { AuthCard, Problem } from "./auth-card.tsx";
import { CodeField, PasswordField, textOf } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type Secret = { totpURI: string; backupCodes: string[] };

/** What stands between an admin and the back office where the shop requires a second factor. */
export function AdminSecondFactor({ isEnrolled }: { isEnrolled: boolean }) {
  return isEnrolled ? <ShowFactor /> : <SetUpFactor />;
}

function ShowFactor() {
  const [kind, setKind] = useState<"totp" | "backup">("totp");
  const { busy, problem, attempt } = useAttempt();
  return (
    <AuthCard
      title="Confirm it is you"
      text="Admins of this shop show a second factor at every sign-in."
      footer={<SignOut />}
    >
      <Problem>{problem}</Problem>
      <form className="grid gap-5" onSubmit={(event) => void attempt(() => sendCode(event, kind))}>
        {kind === "totp" ? (
          <CodeField label="Code from your authenticator app" />
        ) : (
          <CodeField key="backup" label="One of your backup codes" digitsOnly={false} />
        )}
        <Button type="submit" size="lg" disabled={busy}>
          Confirm
        </Button>
        <Button variant="ghost" onClick={() => setKind(kind === "totp" ? "backup" : "totp")}>
          {kind === "totp" ? "Use a backup code instead" : "Use the app instead"}
        </Button>
      </form>
    </AuthCard>
  );
}

function SetUpFactor() {
  const [secret, setSecret] = useState<Secret | null>(null);
  const { busy, problem, attempt } = useAttempt();

  function begin(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = textOf(event.currentTarget, "password");
    void attempt(async () => setSecret(await auth.call<Secret>("/two-factor/enable", { password })));
  }

  return (
    <AuthCard
      title="Set up a second factor"
      text="Admins of this shop need a second factor: an app on your phone that shows a new code every 30 seconds."
      footer={<SignOut />}
    >
      <Problem>{problem}</Problem>
      {secret ? (
        <form className="grid gap-5" onSubmit={(event) => void attempt(() => sendCode(event, "totp"))}>
          <ScanStep uri={secret.totpURI} />
          <BackupCodes codes={secret.backupCodes} />
          <CodeField label="Code that the app shows now" />
          <Button type="submit" size="lg" disabled={busy}>
            Turn on
          </Button>
        </form>
      ) : (
        <form className="grid gap-5" onSubmit={begin}>
          <PasswordField autoComplete="current-password" />
          <Button type="submit" size="lg" disabled={busy}>
            Begin
          </Button>
        </form>
      )}
    </AuthCard>
  );
}

/** The secret as a picture to scan, and as text for who cannot. */
function ScanStep({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-[0.9375rem]">Scan this with an authenticator app, or type the key into it.</p>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key" className="w-48 bg-white">
        <path d={path} />
      </svg>
      <code className="max-w-full rounded-xl bg-sand px-3 py-2 text-sm break-all">
        {new URL(uri).searchParams.get("secret")}
      </code>
    </div>
  );
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <section aria-labelledby="backup-codes" className="rounded-xl bg-leaf px-4 py-3">
      <h2 id="backup-codes" className="font-semibold">
        Backup codes
      </h2>
      <p className="text-sm">Each opens your account once if the phone is lost. Keep them in a safe place.</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  );
}

function SignOut() {
  const { busy, attempt } = useAttempt();
  const leave = async () => {
    await auth.signOut("local");
    window.location.assign("/login");
  };
  return (
    <Button variant="ghost" disabled={busy} onClick={() => void attempt(leave)}>
      Sign out
    </Button>
  );
}

async function sendCode(event: FormEvent<HTMLFormElement>, kind: "totp" | "backup"): Promise<void> {
  event.preventDefault();
  await auth.verifySecondFactor(textOf(event.currentTarget, "code").trim(), kind);
  window.location.assign("/admin");
}
