import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { SecurityPanel } from "#app/features/accounts/components/security/security-panel.tsx";
import { SettingsCard } from "#app/features/accounts/components/security/settings-card.tsx";
import { answerTo } from "#app/features/accounts/rules/security.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { ProfileAnswer } from "../rules.ts";
import { DangerZone } from "./danger-zone.tsx";
import { ProfileWithoutScript } from "./without-script.tsx";

type Props = Omit<ComponentProps<typeof SecurityPanel>, "answer"> & {
  /** URL of the data export; null on pages without one. */
  download: string | null;
  /** Result of the last submitted form of the page. */
  answer: ProfileAnswer | undefined;
};

/** Sign-in settings, data export and account deletion. */
export function SecurityTab({ download, answer, ...panel }: Props) {
  const securityAnswer = answer?.intent === "profile" || answer?.intent === "delete-account" ? undefined : answer;
  return (
    <div className="grid gap-4">
      <ProfileWithoutScript answer={answer} />
      <SecurityPanel {...panel} answer={securityAnswer} />
      {download ? (
        <SettingsCard title="Your data" text="Profile, orders, addresses and consents as a file.">
          <a href={download} download="oja-my-data.json" className={buttonClass("outline")}>
            <Download aria-hidden className="size-4" /> Download my data
          </a>
        </SettingsCard>
      ) : null}
      <DangerZone asksCode={panel.security.has_second_factor} answer={answerTo("delete-account", answer)} />
    </div>
  );
}
