import { useState, type FormEvent } from "react";
import { Link, useFetcher } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import type { Refundable } from "../../queries/refunds.server.ts";
import { refundAmount } from "../../rules/refund.ts";

type Answer = FormResult<{ title: string; text: string }>;

type Props = {
  /** Where it is posted to. */
  action: string;
  reference: string;
  /** Drawn by the server, so that the same form sent twice is one refund. */
  requestId: string;
  refundable: Pick<Refundable, "money" | "lines">;
  /** Whether the buyer gets a message of the shop as well. */
  isTold: boolean;
  closeHref: string;
  /** Gets each answer once; without it the form says what was done in its own place. */
  onAnswer: ((answer: Answer) => void) | null;
};

/** Gives money back: the lines make the amount, or a typed one; goods to stock are counted apart; the sum is said first. */
export default function RefundForm({ action, reference, requestId, refundable, isTold, closeHref, onAnswer }: Props) {
  const { money, lines } = refundable;
  const fetcher = useFetcher<Answer>();
  const [answered, setAnswered] = useState<Answer | undefined>();
  const [amount, setAmount] = useState(0);
  const left = money.paid_kobo - money.refunded_kobo;
  const refused = fetcher.data?.ok === false ? fetcher.data : null;
  const isBusy = fetcher.state !== "idle";
  if (fetcher.data && fetcher.data !== answered) {
    setAnswered(fetcher.data);
    queueMicrotask(() => fetcher.data && onAnswer?.(fetcher.data));
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const written = form.get("amount");
    const typed = typeof written === "string" ? written.trim() : "";
    const chosen = lines.map(({ id }) => ({ item_id: id, quantity: Number(form.get(`quantity.${id}`) || 0) }));
    setAmount(typed ? (parseNaira(typed) ?? 0) : refundAmount(money, lines, chosen));
  }

  return (
    <fetcher.Form
      method="post"
      action={action}
      aria-labelledby="refund"
      className="grid gap-4 rounded-2xl border border-line bg-sand p-4"
      onChange={onChange}
    >
      <h3 id="refund" className="font-display text-lg font-bold">
        Refund
      </h3>
      <p className="-mt-2 text-sm text-muted">
        {formatNaira(money.paid_kobo)} was paid
        {money.refunded_kobo > 0 ? `, ${formatNaira(money.refunded_kobo)} of it goes back already` : ""}.{" "}
        {formatNaira(left)} can go back.
      </p>
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="request_id" value={requestId} />
      <input type="hidden" name="seen_refunded_kobo" value={money.refunded_kobo} />
      {lines.length > 0 ? <Lines lines={lines} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="refund-amount"
          label={lines.length > 0 ? "Another amount (₦)" : "Amount (₦)"}
          hint={lines.length > 0 ? "Instead of what the quantities come to." : undefined}
          error={refused?.errors["amount"]}
        >
          <Input
            {...fieldProps("refund-amount", { error: refused?.errors["amount"] })}
            name="amount"
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
          />
        </Field>
        <Field id="refund-reason" label="Reason" required error={refused?.errors["reason"]}>
          <Input
            {...fieldProps("refund-reason", { error: refused?.errors["reason"] })}
            name="reason"
            required
            maxLength={300}
          />
        </Field>
      </div>
      {lines.length > 0 ? (
        <label className="flex min-h-11 items-center gap-2.5 font-semibold">
          <input type="checkbox" name="tell" value="1" defaultChecked={isTold} className="size-5 accent-forest" />
          Tell the customer that the money is on its way
        </label>
      ) : null}
      {fetcher.data?.ok && !onAnswer ? <p role="status">{fetcher.data.text}</p> : null}
      {refused ? (
        <p role="alert" className="text-sm font-medium text-clay-deep">
          {refused.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-semibold">
          {amount > left
            ? `That is more than the ${formatNaira(left)} that is left.`
            : amount > 0
              ? `${formatNaira(amount)} goes back to the buyer through the provider.`
              : "Choose what goes back."}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link to={closeHref} replace preventScrollReset className={buttonClass("ghost")}>
            Close
          </Link>
          <Button type="submit" variant="danger" aria-disabled={isBusy}>
            {isBusy ? "Refunding..." : amount > 0 && amount <= left ? `Refund ${formatNaira(amount)}` : "Refund"}
          </Button>
        </div>
      </div>
    </fetcher.Form>
  );
}

function Lines({ lines }: { lines: Refundable["lines"] }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">What goes back?</legend>
      {lines.map((line) => {
        const left = line.quantity - line.refunded;
        const stock = line.product_id ? line.quantity - line.restocked : 0;
        return (
          <div key={line.id} className="grid items-end gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem]">
            <p className="min-w-0 self-center text-[0.9375rem] break-words">
              {line.product_name}
              <span className="block text-sm text-muted">
                {formatNaira(line.product_price_kobo)}, {left.toLocaleString("en-NG")} of{" "}
                {line.quantity.toLocaleString("en-NG")} {line.unit} paid
              </span>
            </p>
            <div className="grid grid-cols-2 gap-3 sm:contents">
              <Count label="Refund" name={`quantity.${line.id}`} most={left} of={line.product_name} />
              <Count label="To stock" name={`restock.${line.id}`} most={stock} of={line.product_name} />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

function Count({ label, name, most, of }: { label: string; name: string; most: number; of: string }) {
  return (
    <label className="grid gap-1 text-sm">
      <span aria-hidden className="text-muted">
        {label} (of {most.toLocaleString("en-NG")})
      </span>
      <Input
        type="number"
        name={name}
        aria-label={`${label}: ${of}`}
        min={0}
        max={most}
        step={1}
        inputMode="numeric"
        placeholder="0"
        disabled={most === 0}
      />
    </label>
  );
}
