import { X } from "lucide-react";
import { createContext, useId, useLayoutEffect, type MouseEvent, type ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { listHref, readList, type ListSpec } from "#app/lib/list.ts";
import { Link } from "#app/ui/link.tsx";
import { buttonClass } from "../button.tsx";
import { cx } from "../class-names.ts";
import { useModal } from "../use-modal.ts";
import type { OPENED_HERE } from "./list-table.tsx";

/** Closes the surrounding dialog: a form calls it after saving. */
export const CloseContext = createContext<(() => void) | null>(null);

type RouteDialogProps = {
  title: ReactNode;
  /** The address to close to, or the list, which is shown in its previous state. */
  closeTo: string | ListSpec;
  /** For wide forms and tables. */
  wide?: boolean;
  /** Links and buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog with its own address, over the page of its parent route: Back closes it, a link opens it. Without JavaScript
 * it is laid over the page and its close button is a link.
 */
export function RouteDialog({ title, closeTo, wide = false, actions, children }: RouteDialogProps) {
  const id = useId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const href = typeof closeTo === "string" ? closeTo : listHref(closeTo, readList(closeTo, params));
  const { state } = useLocation();
  const isOverList = (state as typeof OPENED_HERE | null)?.isOverList === true;
  const close = () => {
    if (isOverList) void navigate(-1);
    else void navigate(href, { replace: true, preventScrollReset: true });
  };
  const modal = useModal(true, close);

  // The server renders it open but not modal.
  useLayoutEffect(() => modal.ref.current?.close(), [modal.ref]);

  function onCross(event: MouseEvent) {
    event.preventDefault();
    close();
  }

  return (
    <dialog
      open
      {...modal}
      aria-labelledby={id}
      className={cx(
        "fixed inset-x-0 top-auto bottom-0 z-40 m-0 max-h-[96dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-2xl bg-white text-ink shadow-lift",
        "sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[92dvh] sm:rounded-2xl",
        wide ? "sm:max-w-4xl" : "sm:max-w-xl",
      )}
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-3 border-b border-line bg-white px-4 py-2.5 sm:px-6">
        <h2 id={id} className="min-w-0 py-2 font-display text-xl leading-7 font-bold break-words">
          {title}
        </h2>
        <div className="flex shrink-0 items-center gap-1">
          {actions}
          <Link to={href} onClick={onCross} aria-label="Close" title="Close" className={buttonClass("ghost", "icon")}>
            <X aria-hidden className="size-5" />
          </Link>
        </div>
      </div>
      <div className="px-4 py-4 sm:px-6 sm:py-5">
        <CloseContext value={close}>{children}</CloseContext>
      </div>
    </dialog>
  );
}
