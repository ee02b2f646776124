import type { QueueName } from "#app/platform/jobs.server.ts";
import type { MailKind } from "#app/platform/outbox.server.ts";

/**
 * Type of failure. `mail`: not delivered; `job`: failed, to be retried or given up; `schedule`: a scheduled job whose
 * last runs failed; `late`: a due job without a worker.
 */
export type FailureSource = "mail" | "job" | "schedule" | "late";

const JOBS: Record<QueueName, string> = {
  mail: "Delivery of a mail",
  runs: "Bulk change, import or undo",
  "payment-sweep": "Checks of payments",
  "search-words": "Words of the search",
  "nightly-sweep": "Nightly clean-up",
  backup: "Nightly backup",
  "restore-test": "Restore test of a backup",
  stems: "Word stems of the search",
  "purge-runs": "Clean-up of old bulk changes",
};

const MESSAGES: Record<MailKind, string> = {
  order_confirmation: "Order confirmation",
  welcome_email: "Welcome",
  order_update: "Order update",
  sms_order_update: "Order update",
  confirm_email: "Confirm your email",
  account_exists: "You already have an account",
  recovery: "Password reset",
  password_changed: "Password changed",
  email_code: "Code",
  sms_code: "Code",
  sms_account_exists: "You already have an account",
  sms_password_changed: "Password changed",
  confirm_address: "Confirm a new address",
  address_wanted: "Address wanted by another account",
  sms_number_wanted: "Number wanted by another account",
  sign_in_changed: "Sign-in changed",
  sms_sign_in_changed: "Sign-in changed",
  account_deleted: "Account deleted",
  sms_account_deleted: "Account deleted",
  staff_invitation: "Staff invitation",
  message_received: "Message received",
  supplier_received: "Supplier registration received",
  supplier_approved: "Supplier approved",
  supplier_declined: "Supplier declined",
  newsletter_confirm: "Confirm the newsletter",
  newsletter_welcome: "Newsletter welcome",
  custom_order_received: "Custom order received",
  sms_custom_order_received: "Custom order received",
  custom_order_notice: "Custom order: notice to the shop",
  custom_order_status: "Custom order: status",
  custom_order_offer: "Custom order: offer",
  custom_order_offer_withdrawn: "Custom order: offer withdrawn",
  sms_custom_order_offer: "Custom order: offer",
};

/** Display name of a failure: `name` is a mail kind or a job queue. */
export function failureName(source: FailureSource, name: string): string {
  const names: Record<string, string> = source === "mail" ? MESSAGES : JOBS;
  return names[name] ?? name.replaceAll(/[_-]/g, " ");
}

/** Channel of a failure: "Mail", "SMS", "Job" or "Scheduled job". */
export function failureChannel(source: FailureSource, name: string): string {
  if (source === "mail") return name.startsWith("sms_") ? "SMS" : "Mail";
  return source === "schedule" ? "Scheduled job" : "Job";
}

/** An error message for staff, redacted of links, codes and tokens that could open an account or an order. */
export function withoutSecrets(error: string): string {
  return error
    .replaceAll(/https?:\/\/\S+/g, "[link]")
    .replaceAll(/\b\d{6,}\b/g, "[number]")
    .replaceAll(/\b(?=\w*\d)[\w-]{24,}/g, "[token]");
}
