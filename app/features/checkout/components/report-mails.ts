import { toast } from "#app/ui/toast.ts";
import type { Contact } from "../schema.ts";
import { askConfirmation } from "./checkout-api.ts";

const ASK_EVERY_MS = 1_500;
const ASKS = 8;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Tells in toasts whether the order's mails went out; the order stands either way. It says nothing when the mail is
 * still in the queue after a while, because it will go out.
 */
export async function reportMails(reference: string, contact: Pick<Contact, "email" | "name">): Promise<void> {
  for (let asked = 0; asked < ASKS; asked += 1) {
    await pause(ASK_EVERY_MS);
    const answer = await askConfirmation(reference, contact);
    if (answer?.status === "delayed") {
      toast.error("Email sending failed", "Your order stands. We will send the email as soon as we can.");
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
