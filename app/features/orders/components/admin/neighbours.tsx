import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";

/** The data of the list's route. */
type Behind = { list: { rows: { id: string }[] } };

/** Links to the orders before and after this one on the page of the list behind the dialog. */
export function Neighbours({ id }: { id: string }) {
  const list = useRouteLoaderData<Behind>("routes/admin/orders/orders")?.list;
  const { search, state } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("do");
  const at = list?.rows.findIndex((row) => row.id === id) ?? -1;
  if (!list || at === -1) return null;
  const step = (to: { id: string } | undefined, label: string, icon: ReactNode) =>
    to ? (
      <Link
        to={{ pathname: `/admin/orders/${to.id}`, search: params.toString() }}
        state={state}
        replace
        preventScrollReset
        aria-label={label}
        title={label}
        className={buttonClass("ghost", "icon")}
      >
        {icon}
      </Link>
    ) : null;
  return (
    <>
      {step(list.rows[at - 1], "Previous order", <ChevronLeft aria-hidden className="size-5" />)}
      {step(list.rows[at + 1], "Next order", <ChevronRight aria-hidden className="size-5" />)}
    </>
  );
}
