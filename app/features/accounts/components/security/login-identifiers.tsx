import { useEffect, useRef, type ReactNode } from "react";
import { formatPhone } from "#app/lib/format-phone.ts";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../../client.ts";
import type { Security } from "../../queries/security.server.ts";
import { signInMethod, type SecurityAnswerTo } from "../../rules/security.ts";
import { NameForm, RemovePhone, type RefusedName } from "./name-form.tsx";
import { SettingsCard } from "./settings-card.tsx";

type Answer = SecurityAnswerTo<"sign-in-name">;

const DONE = {
  phone: {
    added: ["Phone number added", "You can now sign in with it."],
    changed: ["Phone number changed", "You now sign in with the new one."],
    removed: ["Phone number removed", "You no longer sign in with it."],
  },
  email: {
    added: ["Email address added", "You can now sign in with it."],
    changed: ["Email address changed", "You now sign in with the new one."],
    removed: ["Email address removed", "You no longer sign in with it."],
  },
} as const;

/** Email and phone of the account: a number can be added, changed and removed, a missing email added. */
export function LoginIdentifiers({ security, answer }: { security: Security; answer: Answer }) {
  const { email, phone } = security;
  const box = useRef<HTMLDivElement>(null);
  const mailbox = email ?? (phone ? formatPhone(phone) : "");
  const refused = answer?.ok === false ? answer : null;
  const of = (name: "phone" | "email", isRemoval = false) =>
    refused?.name === name && (refused.step === "remove") === isRemoval ? refused : null;

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) {
      const [title, text] = DONE[answer.name][answer.done];
      toast.success(title, text);
      box.current?.focus();
      // Syncs the change across tabs.
      return void auth.updateUser({}).catch(() => {});
    }
    if (answer.message) return toast.error("Error", answer.message);
    if (answer.sent) toast.info("Code sent", "The previous one no longer works.");
    document.getElementById(fieldOf(answer))?.focus();
  }, [answer]);

  return (
    <SettingsCard title="Account" text="What you sign in with.">
      <div ref={box} tabIndex={-1} aria-label="What you sign in with" role="group" className="outline-none">
        <dl className="grid gap-3">
          <Row label="Email" value={email}>
            {email ? null : (
              <NameForm name="email" action="Add an email address" mailbox={mailbox} refused={of("email")} />
            )}
          </Row>
          <Row label="Phone number" value={phone && formatPhone(phone)}>
            <NameForm
              name="phone"
              action={phone ? "Change" : "Add a phone number"}
              mailbox={mailbox}
              refused={of("phone")}
            />
            {phone && email ? <RemovePhone mailbox={mailbox} refused={of("phone", true)} /> : null}
          </Row>
        </dl>
        <p className="mt-3 text-muted">{signInMethod(security)}</p>
      </div>
    </SettingsCard>
  );
}

function Row({ label, value, children }: { label: string; value: string | null; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-baseline">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">
        {value ? <p className="font-semibold break-words">{value}</p> : null}
        <div className="flex flex-wrap gap-x-6">{children}</div>
      </dd>
    </div>
  );
}

/** The next field to focus. */
function fieldOf({ name, step, errors, needsReauth }: RefusedName): string {
  const id = step === "remove" ? "own-phone-remove" : `own-${name}`;
  if (step === "confirm") return `${id}-code`;
  return needsReauth && !errors.value ? `${id}-reauth-code` : `${id}-value`;
}
