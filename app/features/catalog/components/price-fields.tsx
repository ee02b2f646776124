import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";

type PriceFieldsProps = {
  min: string;
  max: string;
  /** The minimum is above the maximum. */
  crossed: boolean;
  onLeave: (name: "minPrice" | "maxPrice", value: string) => void;
};

/** The price range of the filters. */
export function PriceFields({ min, max, crossed, onLeave }: PriceFieldsProps) {
  const fields = [
    { name: "minPrice", label: "Minimum price in naira", placeholder: "Min ₦", value: min },
    { name: "maxPrice", label: "Maximum price in naira", placeholder: "Max ₦", value: max },
  ] as const;
  return (
    <fieldset>
      <legend className="mb-2 block font-display text-base font-bold">Price</legend>
      <div className="grid grid-cols-2 gap-2">
        {fields.map(({ name, label, placeholder, value }) => (
          <Input
            key={name}
            name={name}
            aria-label={label}
            aria-invalid={crossed || undefined}
            aria-describedby={crossed ? "filter-price-error" : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder={placeholder}
            defaultValue={value}
            onBlur={(event) => onLeave(name, event.currentTarget.value)}
          />
        ))}
      </div>
      <p
        id="filter-price-error"
        role="alert"
        className={cx("text-sm font-medium text-clay-deep", crossed ? "mt-2" : "sr-only")}
      >
        {crossed ? "The minimum price is above the maximum price." : ""}
      </p>
    </fieldset>
  );
}
