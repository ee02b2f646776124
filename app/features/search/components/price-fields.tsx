import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";

type PriceFieldsProps = {
  min: string;
  max: string;
  /** Whether the minimum exceeds the maximum. */
  crossed: boolean;
  /** The price that the range applies to; null when no unit contains several pieces. */
  per: "piece" | "unit" | null;
  onLeave: (name: "minPrice" | "maxPrice" | "per", value: string) => void;
};

/** Fields of the price range. */
export function PriceFields({ min, max, crossed, per, onLeave }: PriceFieldsProps) {
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
      {per === null ? null : (
        <Select
          name="per"
          aria-label="Price of"
          defaultValue={per}
          onChange={(event) => onLeave("per", event.currentTarget.value)}
          wrapperClassName="mt-2"
        >
          <option value="unit">Price of the unit</option>
          <option value="piece">Price a piece</option>
        </Select>
      )}
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
