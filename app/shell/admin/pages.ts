import {
  Banknote,
  FilePlus2,
  HeartPulse,
  History,
  IdCard,
  KeyRound,
  LayoutDashboard,
  FolderTree,
  ListChecks,
  MailWarning,
  MapPinned,
  Package,
  SearchCheck,
  MessageSquare,
  ShoppingBag,
  Trash2,
  Truck,
  Users,
  Settings,
  ShieldCheck,
  Newspaper,
  type LucideIcon,
} from "lucide-react";
import type { Right } from "#app/features/permissions/rules.ts";

/** The right that a user needs to see the link; null for every admin. */
export type AdminPage = { to: string; label: string; icon: LucideIcon; right: Right | null };

/** The sidebar in its order. A new page is added here together with its route in app/routes.ts. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { to: "/admin/overview", label: "Overview", icon: LayoutDashboard, right: "overview.view" },
  { to: "/admin/products", label: "Products", icon: Package, right: "products.view" },
  { to: "/admin/categories", label: "Categories", icon: FolderTree, right: "categories.edit" },
  { to: "/admin/orders", label: "Orders", icon: ShoppingBag, right: "orders.view" },
  { to: "/admin/payments", label: "Payments", icon: Banknote, right: "payments.view" },
  { to: "/admin/custom-orders", label: "Custom Orders", icon: FilePlus2, right: "custom-orders.view" },
  { to: "/admin/customers", label: "Customers", icon: Users, right: "customers.view" },
  { to: "/admin/delivery", label: "Delivery", icon: MapPinned, right: "delivery.edit" },
  { to: "/admin/suppliers", label: "Suppliers", icon: Truck, right: "suppliers.view" },
  { to: "/admin/blog", label: "Blog", icon: Newspaper, right: "blog.view" },
  { to: "/admin/messages", label: "Messages", icon: MessageSquare, right: "messages.view" },
  { to: "/admin/settings", label: "Settings", icon: Settings, right: "settings.edit" },
];

/** Pages for running the admin itself, below the others. */
export const SYSTEM_PAGES: readonly AdminPage[] = [
  { to: "/admin/runs", label: "Bulk changes", icon: ListChecks, right: "products.edit" },
  { to: "/admin/search-words", label: "Search words", icon: SearchCheck, right: "products.edit" },
  { to: "/admin/health", label: "Health", icon: HeartPulse, right: "system.view" },
  { to: "/admin/failures", label: "Failures", icon: MailWarning, right: "system.view" },
  { to: "/admin/activity", label: "Activity", icon: History, right: "activity.view" },
  { to: "/admin/trash", label: "Trash", icon: Trash2, right: "trash.restore" },
  { to: "/admin/staff", label: "Staff", icon: IdCard, right: "staff.edit" },
  { to: "/admin/single-sign-on", label: "Single sign-on", icon: KeyRound, right: "sign-in.edit" },
  { to: "/admin/security", label: "Security", icon: ShieldCheck, right: null },
];

/** An admin address, or null if it has no page or the user may not open it. */
export function hrefTo(address: string, may: (right: Right) => boolean): string | null {
  const path = address.split("?")[0] ?? "";
  const page = [...ADMIN_PAGES, ...SYSTEM_PAGES].find(({ to }) => path === to || path.startsWith(`${to}/`));
  return page && (page.right === null || may(page.right)) ? address : null;
}
