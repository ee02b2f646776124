import { useEffect, type ReactNode, type RefObject } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogActions } from "#app/ui/dialog.tsx";

type Props = {
  open: boolean;
  title: string;
  text: string;
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Receives the focus when the button that opened the dialog was removed by the action. */
  next?: RefObject<HTMLElement | null>;
  /** Fields between the text and the buttons. */
  children?: ReactNode;
};

/** Confirmation dialog for an irreversible action. */
export function ConfirmDialog(props: Props) {
  const { open, title, text, action, busy = false, onConfirm, onClose, next, children } = props;
  useEffect(() => {
    if (!open) return;
    const target = next?.current;
    return () => {
      // A closing dialog whose opener was removed keeps the focus, while hidden, until the next frame.
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.closest("dialog")) target?.focus();
    };
  }, [open, next]);

  return (
    <Dialog open={open} onClose={onClose} title={title} description={text}>
      {children}
      <DialogActions>
        <Button variant="outline" onClick={onClose} data-focus={children ? undefined : true}>
          Cancel
        </Button>
        <Button variant="danger" aria-disabled={busy} aria-busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
