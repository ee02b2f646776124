import { useState } from "react";
import type { PriceMove } from "#app/features/products/rules/price-move.ts";
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

type ToolsProps = {
  onMove: (move: PriceMove) => void;
  withCosts: boolean;
  /** In kobo, as text. */
  round: string;
  onRound: (round: string) => void;
};

/** Fills all lines of the page: by percentage, by amount, or from the cost. */
export function PriceTools({ onMove, withCosts, round, onRound }: ToolsProps) {
  const [form, setForm] = useState({ kind: "price-percent", value: "" });
  const [error, setError] = useState("");

  function fill() {
    const read = readBulkForm(new URLSearchParams({ ...form, round }));
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
      <RoundingSelect value={round} onChange={(event) => onRound(event.target.value)} />
      <Button variant="soft" onClick={fill}>
        Fill in
      </Button>
      <p className="text-sm text-muted">Discounts and price steps that move are rounded alike.</p>
      {error === "" ? null : (
        <p role="alert" className="w-full text-sm font-medium text-clay-deep">
          {error}
        </p>
      )}
    </div>
  );
}
