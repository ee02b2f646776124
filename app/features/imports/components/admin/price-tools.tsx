import { useState } from "react";
import type { PriceMove } from "#app/features/products/rules/bulk.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { readBulkForm } from "../../rules/bulk-form.ts";
import { RoundingSelect } from "./rounding-select.tsx";

const WAYS = [
  { value: "price-percent", label: "By %" },
  { value: "price-amount", label: "By an amount" },
  { value: "price-margin", label: "Cost plus %" },
];

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
        options={WAYS.filter(({ value }) => withCosts || value !== "price-margin")}
      />
      <Input
        aria-label="Value"
        value={form.value}
        placeholder="5"
        inputMode="decimal"
        autoComplete="off"
        className="w-24!"
        onChange={(event) => setForm({ ...form, value: event.target.value })}
      />
      <RoundingSelect value={form.round} onChange={(event) => setForm({ ...form, round: event.target.value })} />
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
