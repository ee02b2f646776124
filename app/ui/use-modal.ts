import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from "react";

/**
 * Binds `open` to a native modal `<dialog>`: focus is trapped and restored, Escape and a click on the backdrop call
 * `onClose`, the page behind does not scroll.
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
    return () => {
      root.style.overflow = overflow;
      root.style.paddingRight = "";
      dialog.close();
    };
  }, [open]);

  return {
    ref,
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
