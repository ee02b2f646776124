import { TOO_QUICK, TOO_QUICK_TITLE } from "#app/lib/submissions.ts";

export type SupplierStatus = "pending" | "approved" | "declined";

export const SUPPLIER_STATUS_LABELS: Record<SupplierStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  declined: "Declined",
};

export const FILL_IN = "Please fill in all required fields.";
export const INVALID_EMAIL = "Please enter a valid email address.";
export const REGISTRATION_FAILED = "An error occurred during registration. Please try again.";
export const CATEGORIES_FAILED = "Failed to load categories. Please refresh the page.";

/** Result message of a registration. */
export const REGISTERED = {
  title: "Registration Successful",
  text: "Your supplier registration has been submitted successfully. We will review and contact you soon.",
} as const;

export const SUCCESS_PATH = "/supplier-registration/success";

/** Delay before the success page opens, in ms. */
export const SUCCESS_DELAY_MS = 2000;

/** Toast message for invalid fields; missing values are reported before invalid ones. */
export function registrationMessage(errors: Readonly<Record<string, string>>): string {
  const sentences = Object.values(errors);
  return sentences.includes(FILL_IN) ? FILL_IN : (sentences.find((one) => one !== INVALID_EMAIL) ?? INVALID_EMAIL);
}

/** Title of the toast for a refused registration. */
export function registrationTitle({ message, errors }: { message?: string; errors: object }): string {
  if (message === TOO_QUICK) return TOO_QUICK_TITLE;
  if (message === INVALID_EMAIL) return "Invalid Email";
  return Object.keys(errors).length > 0 ? "Validation Error" : "Registration Failed";
}

/** Town and state of an address: "12 Allen Avenue, Ikeja, Lagos" gives "Ikeja, Lagos". */
export function placeOf(address: string): string {
  const parts = address
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^nigeria\.?$/i.test(part));
  return parts.slice(-2).join(", ");
}

export function suppliersHref(page: number): string {
  return page > 1 ? `/suppliers?page=${page}` : "/suppliers";
}

/** What an admin edits of a supplier. */
export type SupplierFields = {
  name: string;
  address: string;
  category_id: string | null;
  whatsapp_contact: string;
  email: string;
  distributor: string;
  /** Working days that its goods need before they leave. */
  lead_days: number;
};

/** A supplier as form values. */
export function supplierValues(row: SupplierFields): Record<keyof SupplierFields, string> {
  const { name, address, category_id, whatsapp_contact, email, distributor, lead_days } = row;
  const texts = { name, address, category_id: category_id ?? "", whatsapp_contact, email, distributor };
  return { ...texts, lead_days: String(lead_days) };
}

export const NEW_SUPPLIER = supplierValues({
  name: "",
  address: "",
  category_id: null,
  whatsapp_contact: "",
  email: "",
  distributor: "",
  lead_days: 0,
});
