import { ShieldCheck } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { auth } from "../../client.ts";
import { BackupCodes } from "../backup-codes.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { useTask } from "./use-task.ts";

const TotpSetup = lazyOr(() => import("./totp-setup.tsx"), NoSetup);

type Step = "idle" | keyof typeof PROMPTS | { setup: Enrolment } | { codes: string[] };
export type Enrolment = { totpURI: string; backupCodes: string[] };

const PROMPTS = {
  enable: { text: "Please confirm your password to begin.", action: "Continue" },
  renew: { text: "New backup codes replace the old ones, which stop working.", action: "Make new codes" },
  disable: { text: "Without it your password alone opens your account.", action: "Turn off", tone: "danger" },
} as const;

/** Second factor by authenticator app: enable, disable, and backup codes. */
export function SecondFactor({ enabled, hasPassword }: { enabled: boolean; hasPassword: boolean }) {
  const hydrated = useHydrated();
  const { busy, run, refused, clearRefusal } = useTask();
  const [step, setStep] = useState<Step>("idle");
  const idle = () => (clearRefusal(), setStep("idle"));
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(step);

  // Each step replaces the focused button.
  useEffect(() => {
    if (last.current !== step && document.activeElement === document.body) box.current?.focus();
    last.current = step;
  }, [step]);

  const enable = (password: string) =>
    run(async () => {
      setStep({ setup: await auth.call<Enrolment>("/two-factor/enable", { password }) });
    }, "Failed to set up two-step verification");

  const confirm = (code: string, backupCodes: string[]) =>
    run(async () => {
      await auth.verifySecondFactor(code);
      setStep({ codes: backupCodes });
      toast.success("Two-step verification is on", "From now on you are asked for a code when you sign in.");
    }, "Failed to check the code");

  const renew = (password: string) =>
    run(async () => {
      const { backupCodes } = await auth.call<Enrolment>("/two-factor/generate-backup-codes", { password });
      setStep({ codes: backupCodes });
    }, "Failed to make new backup codes");

  const disable = (password: string) =>
    run(async () => {
      await auth.call("/two-factor/disable", { password });
      await auth.refreshSession();
      idle();
      toast.success("Two-step verification is off");
    }, "Failed to turn off two-step verification");

  return (
    <SettingsCard title="Two-step verification" text="A code from an app on your phone, besides your password.">
      <div ref={box} tabIndex={-1} className="outline-none">
        {step === "idle" ? (
          <div className="grid gap-4">
            <p className="flex items-center gap-2.5">
              <ShieldCheck
                aria-hidden
                className={enabled ? "size-5 shrink-0 text-forest" : "size-5 shrink-0 text-muted"}
              />
              <span>{enabled ? "Your account asks for a code." : "Your account does not ask for a code."}</span>
              <Badge tone={enabled ? "good" : "neutral"}>{enabled ? "On" : "Off"}</Badge>
            </p>
            {enabled ? (
              <div className="flex flex-wrap gap-3">
                <Button variant="outline" disabled={!hydrated} onClick={() => setStep("renew")}>
                  New backup codes
                </Button>
                <Button variant="ghost" disabled={!hydrated} onClick={() => setStep("disable")}>
                  Turn off
                </Button>
              </div>
            ) : hasPassword ? (
              <Button
                variant="outline"
                className="justify-self-start"
                disabled={!hydrated}
                onClick={() => setStep("enable")}
              >
                Turn on two-step verification
              </Button>
            ) : (
              <p className="text-sm text-muted">Set a password first: it protects this setting.</p>
            )}
          </div>
        ) : typeof step === "string" ? (
          <PasswordPrompt
            {...PROMPTS[step]}
            busy={busy}
            refused={refused}
            onPassword={(password) => void { enable, renew, disable }[step](password)}
            onCancel={idle}
          />
        ) : "setup" in step ? (
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <TotpSetup
              uri={step.setup.totpURI}
              busy={busy}
              refused={refused}
              onCode={(code) => void confirm(code, step.setup.backupCodes)}
              onCancel={idle}
            />
          </Suspense>
        ) : (
          <BackupCodes codes={step.codes}>
            <Button size="sm" onClick={idle}>
              Done
            </Button>
          </BackupCodes>
        )}
      </div>
    </SettingsCard>
  );
}

function NoSetup({ onCancel }: { onCancel: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>This step could not be loaded. Please check your connection, load the page again and begin anew.</p>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
