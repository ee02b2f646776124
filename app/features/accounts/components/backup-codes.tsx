import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/clipboard/copy-button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Backup codes, shown only once. `children` are rendered beside the buttons. */
export function BackupCodes({ codes, children }: { codes: string[]; children?: ReactNode }) {
  const hydrated = useHydrated();
  const { name } = useStore();
  const text = `${codes.join("\n")}\n`;

  function download() {
    const address = URL.createObjectURL(new Blob([`${name} backup codes\n\n${text}`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${fileName(name)}backup-codes.txt`;
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
      {hydrated ? (
        <div className="flex flex-wrap gap-3">
          <CopyButton
            text={text}
            label="Copy codes"
            done="Backup codes copied"
            otherwise="Please download the codes."
          />
          <Button variant="outline" size="sm" onClick={download}>
            <Download aria-hidden className="size-4" /> Download codes
          </Button>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** A store name as a file name prefix: "Mama's Depot" -> "mamas-depot-". */
function fileName(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return words && `${words}-`;
}
