import { Copy } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

type Props = { text: string; label: string; done: string; otherwise: string };

/** Puts `text` on the clipboard, and says `done`; `otherwise` is what to do where that is not possible. */
export function CopyButton({ text, label, done, otherwise }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      toast.error("Error", `Copying is not possible here. ${otherwise}`);
    }
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden className="size-4" /> {label}
    </Button>
  );
}
