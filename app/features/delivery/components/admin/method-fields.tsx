import { AreaField, CheckField, SelectField, TextField } from "#app/ui/admin/record-fields.tsx";
import { DELIVERY_KINDS, KIND_NAMES } from "../../rules.ts";

const KINDS = DELIVERY_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

/** Fields of a method, for create and edit. */
export function MethodFields() {
  return (
    <>
      <SelectField name="kind" label="Kind" required options={KINDS} />
      <TextField name="name" label="Name" required maxLength={80} autoComplete="off" hint="Our vans, Jibowu Park." />
      <TextField name="carrier" label="Carrier" maxLength={80} autoComplete="off" />
      <TextField
        name="address"
        label="Address"
        maxLength={200}
        autoComplete="off"
        hint="Of the park or the pick-up point."
      />
      <AreaField
        name="bands"
        label="Prices by weight"
        required
        rows={5}
        hint="One a line: 10 = 2,500 for up to 10 kg at ₦2,500. A heavier cart never costs less."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="extra_kg_kobo"
          label="Each kilogram above (₦)"
          inputMode="decimal"
          hint="Empty: heavier carts do not go this way."
        />
        <TextField
          name="free_from_kobo"
          label="Free from goods worth (₦)"
          inputMode="decimal"
          hint="Empty: never free."
        />
        <TextField
          name="min_days"
          label="First day"
          required
          inputMode="numeric"
          hint="Working days after the goods leave."
        />
        <TextField name="max_days" label="Last day" required inputMode="numeric" hint="At most 90." />
        <TextField
          name="cutoff_minute"
          label="Cut-off"
          required
          type="time"
          hint="A later order counts as one of the next working day."
        />
      </div>
      <CheckField name="active" label="Offered to buyers" />
    </>
  );
}
