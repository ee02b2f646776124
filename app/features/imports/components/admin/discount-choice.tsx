import { useEffect, useRef, useState } from "react";
import type { DiscountMove } from "#app/features/products/rules/price-move.ts";
import { Select } from "#app/ui/select.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const OPTIONS: { value: DiscountMove; label: string }[] = [
  { value: "move", label: "Discounts move along" },
  { value: "keep", label: "Discounts stay as they are" },
  { value: "end", label: "Discounts end" },
];

/**
 * What happens to discounts when prices change. Shown once the server has counted them (`isAsked`), and stays; without
 * JavaScript it is always shown.
 */
export function DiscountChoice({ isAsked }: { isAsked: boolean }) {
  const hydrated = useHydrated();
  const [wasAsked, setWasAsked] = useState(isAsked);
  const select = useRef<HTMLSelectElement>(null);
  if (isAsked && !wasAsked) setWasAsked(true);
  useEffect(() => {
    if (isAsked) select.current?.focus();
  }, [isAsked]);
  if (hydrated && !wasAsked) return null;
  return (
    <Select
      ref={select}
      name="discounts"
      aria-label="What happens to discounts"
      aria-invalid={isAsked ? true : undefined}
      defaultValue=""
      wrapperClassName="w-full sm:w-60"
      options={OPTIONS}
    >
      <option value="">Discounts: choose…</option>
    </Select>
  );
}
