/** Subject of all contact messages. */
export const CONTACT_SUBJECT = "Contact Form Submission";

export const MESSAGE_SENT = "Message sent successfully";
export const MESSAGE_FAILED = "Error sending message";

/** Status label of `is_read` in the list. */
export function messageStatus(message: { is_read: boolean }): "New" | "Read" {
  return message.is_read ? "Read" : "New";
}

export const MESSAGES_FAILED = "Error loading messages";
export const DELETE_FAILED = "Error deleting message";

/** The first phone number in a text, as written, or null. */
export function findPhone(text: string): string | null {
  return /(?<![\d+])(?:\+?234|0)[\s.-]?\d{2,3}[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/.exec(text)?.[0] ?? null;
}
