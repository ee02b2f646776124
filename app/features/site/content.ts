/**
 * Texts of the shop: claims, contact details and page lists, edited here by operators. Testimonials are in
 * app/features/site/content/testimonial-quotes.ts, to keep them out of other pages.
 */

export const SITE = {
  name: "Oja",
  tagline: "Wholesale for every shop in Nigeria",
} as const;

/** What the shop is, for search engines, the footer and the installed app; `states` is where it delivers. */
export function siteDescription(states: string): string {
  return `Buy in bulk at market prices: groceries, fashion, beauty, household and more from trusted Nigerian suppliers, delivered to ${states}.`;
}

/** Claims on the home page. */
export const CLAIMS = {
  products: "50,000+",
  suppliers: "1,000+",
  support: "24/7",
  satisfaction: "98%",
} as const;

/** Delivery texts of all pages until the owner has entered rates; keep claims consistent here. */
export const DELIVERY = {
  states: "all 36 states",
  home: "1-3 business days",
  product: "3-5 business days",
  about: "2-5 business days",
  faqStandard: "5-10 business days",
  faqExpress: "2-3 business days",
} as const;

/** Return texts of all pages. */
export const RETURNS = {
  faq: "within 2 days of delivery",
  terms: "within 30 days",
  refund: "5-7 business days",
} as const;

/** Duration of a supplier review, for all pages. */
export const SUPPLIER_REVIEW = {
  form: "24-48 hours",
  success: "2-3 business days",
} as const;

/** Cards accepted besides bank transfer and mobile payment. */
export const CARDS = "Visa, MasterCard and Verve";

/** Minimum age of customers. */
export const LEAST_AGE = 13;

/** Example contact data: email, phone and WhatsApp are defaults of the settings page; the rest is edited here. */
export const CONTACT = {
  email: "hello@oja.example",
  phone: "+234 700 000 0000",
  whatsapp: "+234 700 000 0000",
  address: "12 Market Road, Ikeja, Lagos, Nigeria",
  businessHours: "24/7",
  supportHours: "Monday to Friday, 9am to 5pm",
} as const;

export type PageLink = { to: string; label: string };

/** Links of the bar above the header, in order. */
export const TOP_LINKS: readonly PageLink[] = [
  { to: "/about", label: "About Us" },
  { to: "/contact", label: "Contact Us" },
  { to: "/blog", label: "Blog" },
  { to: "/supplier-registration", label: "Become a Supplier" },
];

export const BLOG_INTRO =
  "Prices, storage, payments and transport, told for people who buy by the carton and sell by the piece.";

export const NEWSLETTER = {
  title: "Prices move. Be the first to know.",
  text: "New arrivals, bulk discounts and market news, about twice a month. No noise.",
  footerSuccess: "Success! You've been subscribed to our newsletter.",
  homeSuccess: "Thank you for subscribing!",
  invalid: "Please enter a valid email address.",
  tooMany: "That was a lot of tries. Please wait a minute and try again.",
  failed: "We could not subscribe you. Please check your connection and try again.",
} as const;
