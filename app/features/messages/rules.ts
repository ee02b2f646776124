/** Every message of the contact form has this subject. */
export const CONTACT_SUBJECT = "Contact Form Submission";

export const MESSAGE_SENT = "Message sent successfully";
export const MESSAGE_FAILED = "Error sending message";

/** What the message list shows of `is_read`. */
export function messageStatus(message: { is_read: boolean }): "New" | "Read" {
  return message.is_read ? "Read" : "New";
}

export const MESSAGES_FAILED = "Error loading messages";
export const DELETE_FAILED = "Error deleting message";

/** The first phone number that a text names, as written; null for none. */
export function phoneIn(text: string): string | null {
  return /(?<![\d+])(?:\+?234|0)[\s.-]?\d{2,3}[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/.exec(text)?.[0] ?? null;
}
