import { useState, type MouseEvent } from "react";
import { useFetcher } from "react-router";
import { ROUNDINGS } from "#app/features/products/rules/bulk.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { BULK_KINDS, type BulkKind } from "../../rules/bulk-form.ts";

type Choices = readonly { value: string; label: string }[];

const HINTS = { percent: "5", amount: "150 or -150", naira: "7500", count: "24", text: "Name", none: "", category: "" };

/** Form for a bulk change of the selected products: kind and value. Leads to a preview. */
export function ProductBulkControls({ categories }: { categories: Choices }) {
  const [kind, setKind] = useState<BulkKind>("price-percent");
  const value = BULK_KINDS.find((one) => one.kind === kind)?.value ?? "percent";
  const fetcher = useFetcher<FormResult>();
  const isBusy = fetcher.state !== "idle";
  const isPrice = value === "percent" || value === "amount";

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
      >
        {BULK_KINDS.map((one) => (
          <option key={one.kind} value={one.kind}>
            {one.label}
          </option>
        ))}
      </Select>
      {value === "category" ? (
        <Select name="category" aria-label="Category" defaultValue="" wrapperClassName="w-full sm:w-56">
          <option value="">Choose…</option>
          {categories.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </Select>
      ) : null}
      {value === "none" || value === "category" ? null : (
        <Input
          key={value}
          name="value"
          data-bulk-value
          aria-invalid={fetcher.data?.ok === false && fetcher.data.errors["value"] ? true : undefined}
          aria-label="Value"
          placeholder={HINTS[value]}
          inputMode={value === "text" ? "text" : "decimal"}
          autoComplete="off"
          className="w-28!"
        />
      )}
      {isPrice ? (
        <Select name="round" aria-label="Rounded to" defaultValue="5000" wrapperClassName="w-36">
          {ROUNDINGS.map((kobo) => (
            <option key={kobo} value={kobo}>
              {kobo === 1 ? "Not rounded" : `To ${formatNaira(kobo)}`}
            </option>
          ))}
        </Select>
      ) : null}
      <Button type="submit" aria-disabled={isBusy} onClick={send}>
        {isBusy ? "Comparing…" : "Preview"}
      </Button>
      <p role="alert" className="basis-full text-sm font-semibold text-clay-deep empty:hidden">
        {isBusy ? "" : firstError(fetcher.data)}
      </p>
    </>
  );
}
