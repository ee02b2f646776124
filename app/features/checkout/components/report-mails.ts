import { toast } from "#app/ui/toast.ts";
import type { Contact } from "../schema.ts";
import { askConfirmation } from "./checkout-api.ts";

const ASK_EVERY_MS = 1_500;
const ASKS = 8;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Shows toasts about the delivery of the order's mails, which does not affect the order. No toast for a mail still
 * queued after a while, because it will be sent.
 */
export async function reportMails(reference: string, contact: Pick<Contact, "email" | "name">): Promise<void> {
  for (let attempt = 0; attempt < ASKS; attempt += 1) {
    await pause(ASK_EVERY_MS);
    const answer = await askConfirmation(reference, contact);
    if (answer?.status === "delayed") {
      toast.error("Email sending failed", "Your order is placed. We will send the email as soon as we can.");
      return;
    }
    if (answer?.status === "not_needed") return;
    if (answer?.status !== "sent") continue;
    if (answer.isFirstOrder) {
      toast.success("Welcome email sent!");
      await pause(ASK_EVERY_MS);
    }
    toast.success("Order confirmation sent!");
    return;
  }
}
