import { failedSecurityAnswer, type SecurityAnswer } from "#app/features/accounts/rules/security.ts";
import type { FormResult, RefusedForm } from "#app/lib/forms.ts";

/** Result of a form of the profile page. A refused deletion without message asks for confirmation. */
export type ProfileAnswer =
  | SecurityAnswer
  | ({ intent: "profile" } & (FormResult | (RefusedForm & { isStale?: true })))
  | ({ intent: "delete-account" } & RefusedForm);

/** Whether the page revalidates after an answer: not after a refusal, unless the page shown is stale. */
export function revalidatesAfter(answer: ProfileAnswer | undefined, byDefault: boolean): boolean {
  return answer?.ok === false ? "isStale" in answer : byDefault;
}

/** Result of a form that failed to send: keeps the input except passwords. */
export function failedAnswer(form: Record<string, string>): ProfileAnswer {
  const security = failedSecurityAnswer(form);
  if (security) return security;
  const refused = { ok: false, errors: {} } as const;
  if (form.intent === "delete-account") {
    return { ...refused, intent: "delete-account", values: {}, message: "Failed to delete account" };
  }
  return { ...refused, intent: "profile", values: form, message: "Failed to update profile" };
}
