import { useFetcher } from "react-router";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { DateInput } from "#app/ui/admin/date-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import { isOpen } from "../../rules.ts";

/** Takes a new last day of delivery for an open order with a promise. */
export function PromiseForm({ order }: Pick<AdminOrderDetails, "order">) {
  const fetcher = useFetcher<Answer>();
  useAnswer(fetcher.data, "Error");
  const { promised_to } = order;
  if (!promised_to || !isOpen(order.order_status)) return null;
  const refused = fetcher.data?.ok === false ? fetcher.data : null;
  const error = refused?.errors?.["promised_to"];
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" action={`/admin/orders/${order.id}`} className="grid gap-2 print:hidden">
      <input type="hidden" name="intent" value="promise" />
      <input type="hidden" name="seen" value={promised_to} />
      <Field
        id="promised-to"
        label="New date of delivery"
        hint={error ? null : "The buyer reads it with the day promised first."}
        error={error}
      >
        <span className="flex gap-2">
          <DateInput
            {...fieldProps("promised-to", { hint: error ? null : "hint", error })}
            key={promised_to}
            name="promised_to"
            required
            defaultValue={refused?.values["promised_to"] ?? promised_to}
            wrapperClassName="min-w-0 flex-1 sm:max-w-48"
          />
          <Button type="submit" variant="outline" aria-disabled={isBusy}>
            {isBusy ? "Saving..." : "Save date"}
          </Button>
        </span>
      </Field>
    </fetcher.Form>
  );
}
