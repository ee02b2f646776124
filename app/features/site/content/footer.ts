import type { PageLink } from "../content.ts";

/** Social network links besides WhatsApp; without accounts they lead to the networks' home pages. */
export const SOCIAL = [
  { network: "facebook", label: "Facebook", href: "https://www.facebook.com/" },
  { network: "instagram", label: "Instagram", href: "https://www.instagram.com/" },
  { network: "x", label: "X", href: "https://x.com/" },
] as const;

export const FOOTER_LINKS: readonly PageLink[] = [
  { to: "/products", label: "All Products" },
  { to: "/products/best-sellers", label: "Best Sellers" },
  { to: "/products/new-arrivals", label: "New Arrivals" },
  { to: "/custom-order", label: "Request Custom Order" },
  { to: "/suppliers", label: "Suppliers" },
  { to: "/supplier-registration", label: "Become a Supplier" },
];

export const HELP_LINKS: readonly PageLink[] = [
  { to: "/about", label: "About Us" },
  { to: "/contact", label: "Contact Us" },
  { to: "/faq", label: "FAQ" },
  { to: "/blog", label: "Blog" },
  { to: "/terms-of-service", label: "Terms of Service" },
  { to: "/privacy-policy", label: "Privacy Policy" },
];
