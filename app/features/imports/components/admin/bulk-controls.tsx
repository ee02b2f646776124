import { useState, type MouseEvent } from "react";
import { useFetcher } from "react-router";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { Choice } from "#app/ui/admin/choice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { BULK_KINDS, type BulkKind } from "../../rules/bulk-form.ts";
import { DiscountChoice } from "./discount-choice.tsx";
import { RoundingSelect } from "./rounding-select.tsx";

type Choices = readonly { value: string; label: string }[];

const HINTS = { percent: "5", amount: "150 or -150", naira: "7500", count: "24", text: "Name", none: "", category: "" };

/** Form for a bulk change of the selected products: kind and value. Leads to a preview. */
export default function ProductBulkControls({ categories }: { categories: Choices }) {
  const [kind, setKind] = useState<BulkKind>("price-percent");
  const value = BULK_KINDS.find((one) => one.kind === kind)?.value ?? "percent";
  const fetcher = useFetcher<FormResult>();
  const isBusy = fetcher.state !== "idle";
  const isRounded = value === "percent" || value === "amount";
  const refused = fetcher.data?.ok === false && !isBusy ? fetcher.data.errors : {};

  // Keeps the selection and input of the list until the preview exists.
  function send(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    if (!isBusy) void fetcher.submit(event.currentTarget.form);
  }

  return (
    <>
      <Select
        name="kind"
        aria-label="What to change"
        value={kind}
        onChange={(event) => setKind(event.target.value as BulkKind)}
        wrapperClassName="w-full sm:w-52"
        options={BULK_KINDS.map((one) => ({ value: one.kind, label: one.label }))}
      />
      {value === "category" ? (
        <Choice
          name="category"
          aria-label="New category"
          defaultValue=""
          options={[{ value: "", label: "Choose…" }, ...categories]}
          wrapperClassName="w-full sm:w-56"
        />
      ) : null}
      {value === "none" || value === "category" ? null : (
        <Input
          key={value}
          name="value"
          data-bulk-value
          aria-invalid={refused["value"] ? true : undefined}
          aria-label="Value"
          placeholder={HINTS[value]}
          inputMode={value === "text" ? "text" : "decimal"}
          autoComplete="off"
          className="w-28!"
        />
      )}
      {isRounded ? <RoundingSelect name="round" defaultValue="5000" /> : null}
      {kind.startsWith("price-") ? <DiscountChoice isAsked={refused["discounts"] !== undefined} /> : null}
      <Button type="submit" aria-disabled={isBusy} onClick={send}>
        {isBusy ? "Comparing…" : "Preview"}
      </Button>
      <p role="alert" className="basis-full text-sm font-semibold text-clay-deep empty:hidden">
        {isBusy ? "" : firstError(fetcher.data)}
      </p>
    </>
  );
}
