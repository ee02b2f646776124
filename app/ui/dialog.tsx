import { X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { useModal } from "./use-modal.ts";

type ModalProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode; className?: string };

/** A centered modal; on mobile a bottom sheet. `description` is announced with the title. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  className,
}: ModalProps & { description?: ReactNode }) {
  const id = useId();
  return (
    <dialog
      {...useModal(open, onClose)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={cx(
        "fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none scroll-pt-18 overscroll-contain rounded-t-2xl bg-white text-left font-normal text-ink",
        "open:animate-rise sm:inset-0 sm:m-auto sm:h-fit sm:max-w-lg sm:rounded-2xl",
        className,
      )}
    >
      {open ? (
        <div className="p-5 pt-0 sm:p-6 sm:pt-0">
          <div className="sticky top-0 z-10 -mx-5 bg-white px-5 pt-5 pb-2 sm:-mx-6 sm:px-6 sm:pt-6">
            <ModalHeading id={`${id}-title`} title={title} onClose={onClose} />
          </div>
          {description ? (
            <p id={`${id}-text`} className="mt-1 text-muted">
              {description}
            </p>
          ) : null}
          <div className="mt-2">{children}</div>
        </div>
      ) : null}
    </dialog>
  );
}

/** A modal that slides in from the left and takes the height of the window. */
export function Sheet({ open, onClose, title, children, className }: ModalProps) {
  const id = useId();
  return (
    <dialog
      {...useModal(open, onClose)}
      aria-labelledby={`${id}-title`}
      className={cx(
        "fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-[min(22rem,88vw)] max-w-none overflow-y-auto overscroll-contain bg-white text-ink open:animate-slide-left",
        className,
      )}
    >
      {open ? (
        <div className="p-4 sm:p-5">
          <ModalHeading id={`${id}-title`} title={title} onClose={onClose} />
          <div className="mt-3">{children}</div>
        </div>
      ) : null}
    </dialog>
  );
}

/** The buttons of a dialog in their one order: the way back, then what the dialog is for. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3">{children}</div>;
}

function ModalHeading({ id, title, onClose }: { id: string; title: ReactNode; onClose: () => void }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <h2 id={id} className="pt-2 font-display text-xl leading-7 font-bold">
        {title}
      </h2>
      <Button variant="ghost" size="icon" className="-mt-0.5 -mr-2" onClick={onClose} aria-label="Close">
        <X aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
