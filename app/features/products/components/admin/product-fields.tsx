import { AreaField, CheckField, SelectField, TextField, useRecordField } from "#app/ui/admin/record-fields.tsx";
import { PictureListUpload } from "#app/ui/picture-list-upload.tsx";
import type { StoredItem } from "#app/ui/use-uploads.ts";
import { MAX_PICTURES, TEXT_LIMITS } from "../../rules/limits.ts";

type Choices = readonly { value: string; label: string }[];
type ProductFieldsProps = {
  categories: Choices;
  /** Proposed while typing; any other name may be typed. */
  distributors: Choices;
  isNew: boolean;
  withCosts: boolean;
};

const PAIR = "grid gap-4 sm:grid-cols-2";
const GROUP = "font-display text-lg font-bold";

/** Fields of the product form, most common ones first. */
export function ProductFields({ categories, distributors, isNew, withCosts }: ProductFieldsProps) {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={TEXT_LIMITS.name} autoComplete="off" />
      <div className={PAIR}>
        {categories.length === 0 ? (
          <p className="self-end py-2.5 text-muted">No categories available</p>
        ) : (
          <SelectField
            name="category_id"
            label="Category"
            options={[{ value: "", label: "Uncategorized" }, ...categories]}
          />
        )}
        <TextField
          name="distributor"
          label="Distributor"
          maxLength={TEXT_LIMITS.distributor}
          autoComplete="off"
          list="known-distributors"
        />
        <datalist id="known-distributors">
          {distributors.map(({ value, label }) => (
            <option key={value}>{label}</option>
          ))}
        </datalist>
        <TextField
          name="price"
          label="Price in naira"
          required
          inputMode="decimal"
          autoComplete="off"
          hint="At the minimum order"
        />
        <TextField name="discount_price" label="Discount price" inputMode="decimal" autoComplete="off" />
        {isNew ? (
          <TextField name="stock_quantity" label="Stock" required inputMode="numeric" autoComplete="off" />
        ) : null}
        {withCosts ? (
          <TextField name="cost" label="Cost" inputMode="decimal" autoComplete="off" hint="Only staff see it" />
        ) : null}
      </div>
      <Pictures />
      <AreaField name="description" label="Description" maxLength={TEXT_LIMITS.description} />
      <h3 className={GROUP}>How it is sold</h3>
      <div className={PAIR}>
        <TextField
          name="unit"
          label="Unit"
          maxLength={TEXT_LIMITS.unit}
          autoComplete="off"
          hint="carton, 50 kg bag, bale of 40"
        />
        <TextField name="pieces" label="Pieces in a unit" inputMode="numeric" autoComplete="off" />
        <TextField name="min_order" label="Minimum order" inputMode="numeric" autoComplete="off" />
        <TextField name="order_multiple" label="Sold in multiples of" inputMode="numeric" autoComplete="off" />
        <AreaField
          name="price_steps"
          label="Price steps"
          rows={3}
          hint="A line each, up to 8: 24 = 9500 means ₦9,500 from 24 on"
        />
        <AreaField name="larger_units" label="Larger units" rows={3} hint="A line each with its pieces: pallet = 960" />
      </div>
      <div className="grid gap-x-6 sm:grid-cols-3">
        <CheckField name="featured" label="Featured" />
        <CheckField name="best_seller" label="Best seller" />
        <CheckField name="new_arrival" label="New arrival" />
      </div>
      <details className="group rounded-xl border border-line px-4 py-2">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          Brand, codes, weight and other facts
        </summary>
        <div className={`${PAIR} pt-2 pb-3`}>
          <TextField name="brand" label="Brand" maxLength={TEXT_LIMITS.brand} autoComplete="off" />
          <TextField name="sku" label="SKU" maxLength={TEXT_LIMITS.sku} autoComplete="off" />
          <TextField name="barcode" label="Barcode (GTIN)" inputMode="numeric" autoComplete="off" />
          <TextField name="weight_grams" label="Weight in grams" inputMode="numeric" autoComplete="off" />
          <TextField name="length_mm" label="Length in mm" inputMode="numeric" autoComplete="off" />
          <TextField name="width_mm" label="Width in mm" inputMode="numeric" autoComplete="off" />
          <TextField name="height_mm" label="Height in mm" inputMode="numeric" autoComplete="off" />
          <TextField
            name="country_of_origin"
            label="Country of origin"
            maxLength={2}
            autoComplete="off"
            hint="Two letters, such as NG"
          />
          <TextField
            name="nafdac_number"
            label="NAFDAC number"
            maxLength={TEXT_LIMITS.nafdac_number}
            autoComplete="off"
          />
          <TextField name="best_before" label="Best before" type="date" />
          <AreaField
            name="attributes"
            label="Other facts"
            rows={3}
            hint="A line each: Material = cotton"
            className="sm:col-span-2"
          />
        </div>
      </details>
    </>
  );
}

function Pictures() {
  const { value, error, onBusy } = useRecordField("images");
  return (
    <PictureListUpload
      name="images"
      label="Pictures"
      preset="products"
      most={MAX_PICTURES}
      pictures={storedOf(value)}
      {...(error ? { error } : {})}
      onBusy={onBusy}
    />
  );
}

function storedOf(value: string): StoredItem[] {
  try {
    return JSON.parse(value || "[]") as StoredItem[];
  } catch {
    return [];
  }
}
