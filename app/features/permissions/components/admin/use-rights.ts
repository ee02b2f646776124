import { useRouteLoaderData } from "react-router";
import type { Right } from "../../rules.ts";

type AdminUser = { id: string; name: string; email: string; staff_role: string | null };
type LayoutData = { user: AdminUser; rights: readonly Right[] };

const useLayoutData = () => useRouteLoaderData<LayoutData>("routes/admin/layout");

/** The signed-in admin; null outside the admin. */
export function useAdminUser(): AdminUser | null {
  return useLayoutData()?.user ?? null;
}

/** The rights of the signed-in admin: `const may = useRights(); may("orders.refund")`. Commands check them again. */
export function useRights(): (right: Right) => boolean {
  const rights = useLayoutData()?.rights ?? [];
  return (right) => rights.includes(right);
}
