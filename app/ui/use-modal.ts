import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from "react";

/** Sent to the window when a modal has opened or closed: toasts move into the top one, because all else is inert. */
export const MODALS_CHANGED = "oja:modals";

/**
 * Binds `open` to a native modal `<dialog>`: focus is trapped and restored, Escape and a click on the backdrop call
 * `onClose`, the page behind does not scroll. The element with `data-focus` gets the focus, else the dialog itself.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const root = document.documentElement;
    const overflow = root.style.overflow;
    // The scroll bar's gutter is preserved to avoid a layout shift.
    root.style.paddingRight = `${window.innerWidth - root.clientWidth}px`;
    root.style.overflow = "hidden";
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector<HTMLElement>("[data-focus]") ?? dialog).focus();
    dispatchEvent(new Event(MODALS_CHANGED));
    return () => {
      root.style.overflow = overflow;
      root.style.paddingRight = "";
      dialog.close();
      dispatchEvent(new Event(MODALS_CHANGED));
    };
  }, [open]);

  return {
    ref,
    tabIndex: -1,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget) onClose();
    },
  };
}
