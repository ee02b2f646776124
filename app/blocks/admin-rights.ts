import { useRouteLoaderData } from "react-router";
import type { Right } from "#app/lib/permissions.ts";

type LayoutData = { user: { name: string; email: string; staff_role: string | null }; rights: readonly Right[] };

/** What the person at the screen may do: `const may = useRights(); may("orders.refund")`. Commands ask again. */
export function useRights(): (right: Right) => boolean {
  const rights = useRouteLoaderData<LayoutData>("routes/admin/layout")?.rights ?? [];
  return (right) => rights.includes(right);
}
