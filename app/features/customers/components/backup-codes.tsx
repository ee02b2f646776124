import { Copy, Download } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

/** The codes for a lost phone. They are shown this once. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Backup codes copied");
    } catch {
      toast.error("Error", "Copying is not possible here. Please download the codes.");
    }
  }

  function download() {
    const address = URL.createObjectURL(new Blob([`Oja backup codes\n\n${text}`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "oja-backup-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Keep these backup codes in a safe place. Each opens your account once when you have lost your phone.{" "}
        <b className="font-semibold text-ink">They are not shown again.</b>
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-xl bg-sand p-4 text-center font-mono text-sm sm:max-w-md"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" /> Copy
        </Button>
        <Button variant="outline" onClick={download}>
          <Download aria-hidden className="size-4" /> Download
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
