import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = {
  open: boolean;
  title: string;
  text: string;
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ open, title, text, action, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={text}>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" disabled={busy} aria-busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
