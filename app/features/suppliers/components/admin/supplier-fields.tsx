import { useId } from "react";
import { SelectField, TextField } from "#app/ui/admin/record-fields.tsx";
import type { CategoryOption } from "../registration-form.tsx";

type SupplierFieldsProps = { categories: readonly CategoryOption[]; distributors: readonly string[] };

/** Fields of the supplier form, for create and edit. */
export function SupplierFormFields({ categories, distributors }: SupplierFieldsProps) {
  const listId = useId();
  const options = categories.map(({ id, name, group }) => ({
    value: id,
    label: name === group ? name : `${group}: ${name}`,
  }));
  return (
    <>
      <TextField name="name" label="Name" required maxLength={120} autoComplete="off" />
      <TextField name="address" label="Address" required maxLength={300} autoComplete="off" />
      <SelectField name="category_id" label="Category" options={[{ value: "", label: "Uncategorized" }, ...options]} />
      <TextField
        name="whatsapp_contact"
        label="WhatsApp contact"
        type="tel"
        required
        maxLength={30}
        autoComplete="off"
        hint="With the country code, e.g. +234 803 123 4567."
      />
      <TextField name="email" label="Email" type="email" required maxLength={254} autoComplete="off" />
      <TextField
        name="distributor"
        label="Distributor name on its products"
        maxLength={200}
        autoComplete="off"
        list={listId}
        hint="Links the supplier to its goods at /suppliers. May stay empty."
      />
      <TextField
        name="lead_days"
        label="Preparing days"
        inputMode="numeric"
        autoComplete="off"
        hint="Working days that its goods need before they leave: delivery dates count them."
      />
      <datalist id={listId}>
        {distributors.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
