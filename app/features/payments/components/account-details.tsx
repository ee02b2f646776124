import type { ReactNode } from "react";
import { formatNaira, nairaOf } from "#app/lib/money.ts";
import { CopyButton } from "#app/ui/clipboard/copy-button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Account } from "../rules/transfer-page.ts";

/** Account number, bank, account name and the exact amount of a transfer, each with a copy button. */
export function AccountDetails({ account, amount_kobo }: { account: Account; amount_kobo: number }) {
  return (
    <dl className="divide-y divide-line rounded-2xl border border-line">
      <Fact name="Exact amount" copy={nairaOf(amount_kobo).toFixed(2)} isNumber>
        <span className="price font-display text-3xl font-bold sm:text-4xl">{formatNaira(amount_kobo)}</span>
      </Fact>
      <Fact name="Account number" copy={account.account_number} isNumber>
        <span className="font-display text-3xl font-bold tracking-wide tabular-nums">{account.account_number}</span>
      </Fact>
      <Fact name="Bank" copy={account.bank_name}>
        {account.bank_name}
      </Fact>
      <Fact name="Account name" copy={account.account_name}>
        {account.account_name}
      </Fact>
    </dl>
  );
}

type FactProps = { name: string; copy: string; isNumber?: boolean; children: ReactNode };

/** The button needs JavaScript; its place is kept, so that nothing moves when it appears. */
function Fact({ name, copy, isNumber = false, children }: FactProps) {
  const hydrated = useHydrated();
  const label = name.toLowerCase();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 px-3 py-3 sm:px-4">
      <dt className="basis-full text-sm text-muted">{name}</dt>
      <dd
        className={`text-lg leading-8 font-semibold ${isNumber ? "flex-auto whitespace-nowrap" : "min-w-0 flex-1 basis-32 break-words"}`}
      >
        {children}
      </dd>
      <dd className={hydrated ? "print:hidden" : "invisible"}>
        <CopyButton
          text={copy}
          label="Copy"
          name={`Copy ${label}`}
          done={`${name} copied`}
          otherwise={`Please type the ${label}.`}
        />
      </dd>
    </div>
  );
}
