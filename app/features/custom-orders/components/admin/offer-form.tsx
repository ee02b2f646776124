import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { CONTROL, Field, FieldError, fieldProps, Input } from "#app/ui/input.tsx";
import type { AdminAnswer } from "../../rules.ts";
import { OFFER_DAYS, OFFER_LINES } from "../../rules.ts";
import { lineTotalText } from "../../rules/offer-form.ts";

type Line = { key: number; product: string; name: string; unit: string; quantity: string; price: string };
const EMPTY = { product: "", name: "", unit: "", quantity: "1", price: "" };

type Props = { request: { id: string; version: number; quantity: number }; hasOpen: boolean; answer?: AdminAnswer };

/** Form for a priced offer: lines with or without product, validity, and a message. */
export function OfferForm({ request, hasOpen, answer }: Props) {
  const isSending = useNavigation().state === "submitting";
  const refused = answer?.ok === false ? answer : null;
  const errors = refused?.errors ?? {};
  const lastKey = useRef(0);
  const [lines, setLines] = useState<Line[]>(() => [{ ...EMPTY, key: 0, quantity: String(request.quantity) }]);
  const [message, setMessage] = useState("");

  useEffect(() => {
    if (!answer?.ok) return;
    setLines([{ ...EMPTY, key: (lastKey.current += 1) }]);
    setMessage("");
  }, [answer]);

  const change = (key: number, part: Partial<Line>) =>
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...part } : line)));

  return (
    <Form method="post" noValidate preventScrollReset aria-label="Make an offer" className="grid gap-4">
      <input type="hidden" name="intent" value="offer" />
      <input type="hidden" name="id" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
      <ol className="grid gap-3">
        {lines.map((line, at) => {
          const field = (name: keyof typeof EMPTY) => ({
            ...fieldProps(`offer-${at}-${name}`, { error: errors[`lines.${at}.${name}`] }),
            name: `lines.${at}.${name}`,
            value: line[name],
            onChange: (event: { target: { value: string } }) => change(line.key, { [name]: event.target.value }),
          });
          const error = (name: keyof typeof EMPTY) => errors[`lines.${at}.${name}`];
          return (
            <li key={line.key} className="grid gap-3 rounded-xl border border-line p-3 sm:grid-cols-6">
              <Field id={`offer-${at}-name`} label="Goods" error={error("name")} className="sm:col-span-4">
                <Input {...field("name")} maxLength={200} />
              </Field>
              <Field id={`offer-${at}-unit`} label="Unit" error={error("unit")} className="sm:col-span-2">
                <Input {...field("unit")} maxLength={40} placeholder="carton" />
              </Field>
              <Field id={`offer-${at}-quantity`} label="Quantity" error={error("quantity")} className="sm:col-span-2">
                <Input {...field("quantity")} inputMode="numeric" maxLength={9} />
              </Field>
              <Field id={`offer-${at}-price`} label="Price of one (₦)" error={error("price")} className="sm:col-span-2">
                <Input {...field("price")} inputMode="decimal" maxLength={20} />
              </Field>
              <p className="self-end pb-2.5 text-right font-semibold tabular-nums sm:col-span-2" aria-live="off">
                {lineTotalText(line)}
              </p>
              <Field
                id={`offer-${at}-product`}
                label="Product of the shop (link or ID)"
                error={error("product")}
                className="sm:col-span-5"
              >
                <Input
                  {...field("product")}
                  maxLength={500}
                  placeholder="Leave empty for goods that the shop does not list"
                />
              </Field>
              <Button
                variant="ghost"
                size="icon"
                className="self-end justify-self-end"
                aria-label={`Remove line ${at + 1}`}
                disabled={lines.length === 1}
                onClick={() => setLines((all) => all.filter(({ key }) => key !== line.key))}
              >
                <Trash2 aria-hidden className="size-4" />
              </Button>
            </li>
          );
        })}
      </ol>
      <FieldError>{errors["lines"]}</FieldError>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={lines.length >= OFFER_LINES}
        onClick={() => setLines((all) => [...all, { ...EMPTY, key: (lastKey.current += 1) }])}
      >
        <Plus aria-hidden className="size-4" /> Add a line
      </Button>
      <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field id="offer-days" label="Valid for (days)" error={errors["valid_days"]}>
          <Input
            {...fieldProps("offer-days", { error: errors["valid_days"] })}
            name="valid_days"
            defaultValue={OFFER_DAYS.usual}
            inputMode="numeric"
            maxLength={2}
          />
        </Field>
        <Field id="offer-message" label="Message (optional)" error={errors["message"]}>
          <textarea
            {...fieldProps("offer-message", { error: errors["message"] })}
            name="message"
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            className={`${CONTROL} py-2.5`}
          />
        </Field>
      </div>
      {hasOpen ? <p className="text-sm text-muted">The open offer is withdrawn by a new one.</p> : null}
      <Button type="submit" className="justify-self-start" disabled={isSending} aria-busy={isSending}>
        {isSending ? "Sending…" : "Send offer"}
      </Button>
    </Form>
  );
}
