import { RefreshCw } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useFetcher } from "react-router";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { Answer } from "#app/ui/admin/answer.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import type { UnmatchedPayment, WaitingPayment } from "../../queries/board.server.ts";
import type { OpenSearch } from "../../queries/searches.server.ts";
import { providerWords } from "../../rules/board.ts";
import { SearchLinks } from "./search-links.tsx";

const ACTION = "/admin/payments";
/** Titles of results after which the payment leaves the board. */
const LEAVING = ["Payment resolved", "Payment accepted", "Search answered"];

/**
 * A form that shows its result inline, or as a toast when the payment leaves the board. `fields` are hidden inputs;
 * `leave` is a second button that removes the payment from the board.
 */
export function BoardForm({
  intent,
  fields,
  label,
  busy,
  leave,
  children,
}: {
  intent: string;
  fields: Record<string, string>;
  label: ReactNode;
  busy: string;
  leave?: { intent: string; label: string };
  children?: ReactNode;
}) {
  const fetcher = useFetcher<Answer>();
  const isBusy = fetcher.state !== "idle";
  const sent = fetcher.formData?.get("intent") ?? intent;
  const { data: answer } = fetcher;
  useEffect(() => {
    if (answer?.ok && LEAVING.includes(answer.title)) toast.success(answer.title, answer.text);
  }, [answer]);
  return (
    <fetcher.Form method="post" action={ACTION} className="flex flex-wrap items-end gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" name="intent" value={intent} variant="soft" size="sm" aria-disabled={isBusy}>
        {isBusy && sent === intent ? busy : label}
      </Button>
      {leave ? (
        <Button type="submit" name="intent" value={leave.intent} size="sm" aria-disabled={isBusy}>
          {isBusy && sent === leave.intent ? busy : leave.label}
        </Button>
      ) : null}
      <p role="status" className="basis-full text-sm font-medium empty:hidden">
        {isBusy || !fetcher.data ? "" : fetcher.data.ok ? fetcher.data.text : fetcher.data.message}
      </p>
    </fetcher.Form>
  );
}

/** Button that verifies a payment at the provider. */
export function AskForm({ reference }: { reference: string }) {
  return (
    <BoardForm
      intent="ask"
      fields={{ reference }}
      busy="Asking..."
      label={
        <>
          <RefreshCw aria-hidden className="size-4" />
          Check with the provider
        </>
      }
    />
  );
}

/** Note field of a payment, submitted with an action or on its own. */
export function NoteField({ note, label = "Note" }: { note: string; label?: string }) {
  return (
    <Input
      name="note"
      defaultValue={note}
      maxLength={600}
      placeholder={label}
      aria-label={label}
      className="min-w-48 flex-1"
    />
  );
}

/** A started payment without money yet. Only verification at the provider can create its order. */
export function WaitingCard({ payment, searches }: { payment: WaitingPayment; searches: readonly OpenSearch[] }) {
  const { reference, amount_kobo, channel, provider_status, hold, hold_expires_at, created_at, ...buyer } = payment;
  const goods =
    hold === "held" ? `Its goods are held until ${formatDateTime(hold_expires_at)}.` : "Its goods are on sale again.";
  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{buyer.customer_name}</h3>
        <p className="price font-semibold">{formatNaira(amount_kobo)}</p>
      </div>
      <p className="text-sm break-words text-muted">
        {buyer.customer_email}, {buyer.customer_phone}
        <br />
        Begun <time dateTime={created_at.toISOString()}>{formatDateTime(created_at)}</time>, reference{" "}
        <span className="font-mono">{reference}</span>
        {channel === "transfer" ? ", by bank transfer" : ""}. The provider: {providerWords(provider_status)}. {goods}
      </p>
      <SearchLinks searches={searches} amount_kobo={amount_kobo} />
      <AskForm reference={reference} />
    </li>
  );
}

/** Money that the provider reported for a reference unknown to this shop. */
export function UnmatchedCard({
  payment,
  searches,
  maySettle,
}: {
  payment: UnmatchedPayment;
  searches: readonly OpenSearch[];
  maySettle: boolean;
}) {
  const { id, reference, note, created_at, amount_kobo } = payment;
  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-mono font-semibold break-all">{reference || "No reference"}</h3>
        <p className="price font-semibold">{amount_kobo === null ? "Unknown amount" : formatNaira(amount_kobo)}</p>
      </div>
      <p className="text-sm text-muted">
        Reported <time dateTime={created_at.toISOString()}>{formatDateTime(created_at)}</time>. It was not begun in this
        shop: look for its buyer in the provider's dashboard, where it can be sent back.
      </p>
      <SearchLinks searches={searches} amount_kobo={amount_kobo} />
      {reference ? <AskForm reference={reference} /> : null}
      {maySettle ? (
        <BoardForm intent="unmatched" fields={{ id: String(id) }} label="Save note" busy="Saving...">
          <NoteField key={note} note={note} />
          <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
            <input type="checkbox" name="done" value="1" className="size-5 accent-forest" />
            Mark as resolved
          </label>
        </BoardForm>
      ) : null}
    </li>
  );
}
