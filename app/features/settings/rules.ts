import { CLAIMS, CONTACT, SITE } from "#app/features/site/content.ts";

/** Tabs of the settings page in order, and keys of `admin_settings`. */
export const SETTINGS_CATEGORIES = ["general", "payment", "shipping", "email"] as const;
export type SettingsCategory = (typeof SETTINGS_CATEGORIES)[number];

export const STORE_CURRENCIES = ["USD", "EUR", "GBP", "NGN", "CAD"] as const;
export type StoreCurrency = (typeof STORE_CURRENCIES)[number];

/** Settings shown on every page. */
export type Store = {
  name: string;
  email: string;
  phone: string;
  whatsapp: string;
  /** Hours of business and support; empty until the owner has entered them. */
  hours: string;
  /** Share of satisfied customers; empty for no claim. */
  satisfaction: string;
};

export const DEFAULT_STORE: Store = {
  name: SITE.name,
  email: CONTACT.email,
  phone: CONTACT.phone,
  whatsapp: CONTACT.whatsapp,
  hours: "",
  satisfaction: CLAIMS.satisfaction,
};

/**
 * Values of the settings page. `freeShippingMin` is in major currency units; prices are in naira regardless of
 * `storeCurrency`. `whatsappNumber` is empty when the shop does not use WhatsApp.
 */
export const DEFAULT_SETTINGS = {
  general: {
    storeName: DEFAULT_STORE.name,
    storeEmail: DEFAULT_STORE.email,
    storePhone: DEFAULT_STORE.phone,
    whatsappNumber: DEFAULT_STORE.whatsapp,
    businessHours: DEFAULT_STORE.hours,
    satisfaction: DEFAULT_STORE.satisfaction,
    storeCurrency: "USD" as StoreCurrency,
  },
  payment: { enablePaypal: true, enableStripe: true, enableBankTransfer: false, testMode: true },
  shipping: { enableFreeShipping: true, freeShippingMin: 500, allowInternationalShipping: true },
  email: {
    sendOrderConfirmation: true,
    sendShippingUpdates: true,
    sendStockNotifications: false,
    emailSignature: "Thank you for shopping with us!",
  },
};

export type Settings = typeof DEFAULT_SETTINGS;

/** The public part of the settings. */
export function storeOf({ general }: Pick<Settings, "general">): Store {
  const { storeName: name, storeEmail: email, storePhone: phone, whatsappNumber: whatsapp } = general;
  const { businessHours: hours, satisfaction } = general;
  return { name, email, phone, whatsapp, hours, satisfaction };
}

/** When people answer, in one wording for all pages; the specified one until the owner has entered hours. */
export function supportHours({ hours }: Pick<Store, "hours">): string {
  return hours || CONTACT.supportHours;
}

/** `tel:` link of a phone number. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/\(0\)|[^+\d]/g, "")}`;
}

/** WhatsApp URL with `text` prefilled; null for an invalid number. */
export function whatsappHref(number: string, text?: string): string | null {
  const digits = number.replace(/\D/g, "").replace(/^00/, "");
  const international = /^0\d{10}$/.test(digits) ? `234${digits.slice(1)}` : digits;
  if (!/^[1-9]\d{7,14}$/.test(international)) return null;
  return `https://wa.me/${international}${text ? `?text=${encodeURIComponent(text)}` : ""}`;
}
