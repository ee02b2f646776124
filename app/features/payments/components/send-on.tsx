import { Printer } from "lucide-react";
import { formatTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/clipboard/copy-button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { whatsappShareHref } from "../links.ts";
import type { Account } from "../rules/transfer-page.ts";

type Props = { account: Account; amount_kobo: number; ends_at: number; url: string };

/** Sends the page to whoever pays, by WhatsApp or as a copied link, or prints it. It names nobody. */
export function SendOn({ account, amount_kobo, ends_at, url }: Props) {
  const hydrated = useHydrated();
  const { account_number, account_name, bank_name } = account;
  const text =
    `Please pay exactly ${formatNaira(amount_kobo)} by bank transfer to ${account_number}, ${bank_name}, ` +
    `${account_name}, before ${formatTime(new Date(ends_at))}: ${url}`;
  return (
    <section aria-labelledby="send-on" className="mt-6 border-t border-line pt-5 print:hidden">
      <h2 id="send-on" className="font-display text-xl font-bold">
        Send to somebody who pays
      </h2>
      <p className="mt-1 text-muted">The page shows the same account number on any phone, and no name or address.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={whatsappShareHref(text)} target="_blank" rel="noreferrer" className={buttonClass("primary", "sm")}>
          Send by WhatsApp
        </a>
        {hydrated ? (
          <>
            <CopyButton
              text={url}
              label="Copy link"
              done="Link copied!"
              otherwise="Please copy the address of this page."
            />
            <Button variant="outline" size="sm" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4" /> Print
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}
