import { useState } from "react";
import { ROUNDINGS, type PriceMove } from "#app/features/products/rules/bulk.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { readBulkForm } from "../../rules/bulk-form.ts";

const WAYS = [
  ["price-percent", "By %"],
  ["price-amount", "By an amount"],
  ["price-margin", "Cost plus %"],
] as const;

/** Fills all lines: by percentage, by amount, or from the cost. */
export function PriceTools({ onMove, withCosts }: { onMove: (move: PriceMove) => void; withCosts: boolean }) {
  const [form, setForm] = useState({ kind: "price-percent", value: "", round: "5000" });
  const [error, setError] = useState("");

  function fill() {
    const read = readBulkForm(new URLSearchParams(form));
    if (!read.ok) return setError(Object.values(read.errors)[0] ?? "");
    setError("");
    if (read.change.field === "price") onMove(read.change);
  }

  return (
    <div className="card mb-4 flex flex-wrap items-center gap-2 p-3">
      <Select
        aria-label="How all prices move"
        value={form.kind}
        onChange={(event) => setForm({ ...form, kind: event.target.value })}
        wrapperClassName="w-40"
      >
        {WAYS.filter(([kind]) => withCosts || kind !== "price-margin").map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Input
        aria-label="Value"
        value={form.value}
        placeholder="5"
        inputMode="decimal"
        autoComplete="off"
        className="w-24!"
        onChange={(event) => setForm({ ...form, value: event.target.value })}
      />
      <Select
        aria-label="Rounded to"
        value={form.round}
        onChange={(event) => setForm({ ...form, round: event.target.value })}
        wrapperClassName="w-36"
      >
        {ROUNDINGS.map((kobo) => (
          <option key={kobo} value={kobo}>
            {kobo === 1 ? "Not rounded" : `To ${formatNaira(kobo)}`}
          </option>
        ))}
      </Select>
      <Button variant="soft" onClick={fill}>
        Fill in
      </Button>
      {error === "" ? null : (
        <p role="alert" className="w-full text-sm font-medium text-clay-deep">
          {error}
        </p>
      )}
    </div>
  );
}
