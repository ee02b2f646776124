import { useRouteLoaderData } from "react-router";
import type { Right } from "#app/lib/permissions.ts";

type AdminUser = { id: string; name: string; email: string; staff_role: string | null };
type LayoutData = { user: AdminUser; rights: readonly Right[] };

const useLayoutData = () => useRouteLoaderData<LayoutData>("routes/admin/layout");

/** Who is at the screen; null outside the back office. */
export function useAdminUser(): AdminUser | null {
  return useLayoutData()?.user ?? null;
}

/** What the person at the screen may do: `const may = useRights(); may("orders.refund")`. Commands ask again. */
export function useRights(): (right: Right) => boolean {
  const rights = useLayoutData()?.rights ?? [];
  return (right) => rights.includes(right);
}
