import { Copy } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

type Props = {
  text: string;
  label: string;
  /** The accessible name, where several buttons have the same label. They are narrow on phones, without the icon. */
  name?: string;
  done: string;
  otherwise: string;
};

/** Copies `text` to the clipboard and shows `done`; `otherwise` is the message when copying fails. */
export function CopyButton({ text, label, name, done, otherwise }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      toast.error("Error", `Copying is not possible here. ${otherwise}`);
    }
  }
  return (
    <Button variant="outline" size="sm" aria-label={name} onClick={() => void copy()}>
      <Copy aria-hidden className={name ? "size-4 max-sm:hidden" : "size-4"} /> {label}
    </Button>
  );
}
