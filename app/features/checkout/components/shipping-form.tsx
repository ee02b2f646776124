import type { ComponentProps } from "react";
import { STATES } from "#app/lib/nigeria.ts";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Contact, ContactErrors } from "../schema.ts";

type Props = {
  values: Contact;
  errors: ContactErrors;
  onChange: (field: keyof Contact, value: string) => void;
  disabled: boolean;
};

type FieldSpec = { field: keyof Contact; label: string; required?: boolean } & Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "placeholder"
> & { wide?: boolean; hint?: string };

const FIELDS: FieldSpec[] = [
  { field: "name", label: "Full name", required: true, autoComplete: "name" },
  { field: "email", label: "Email", required: true, type: "email", autoComplete: "email", inputMode: "email" },
  {
    field: "phone",
    label: "Phone",
    required: true,
    type: "tel",
    autoComplete: "tel",
    inputMode: "tel",
    placeholder: "0803 123 4567",
  },
  {
    field: "substitute_phone",
    label: "Substitute phone",
    type: "tel",
    autoComplete: "off",
    inputMode: "tel",
    hint: "Of somebody else who may receive the goods.",
  },
  { field: "address", label: "Address", required: true, autoComplete: "street-address", wide: true },
  { field: "city", label: "City", required: true, autoComplete: "address-level2" },
  { field: "state", label: "State", required: true, autoComplete: "address-level1" },
  { field: "postal_code", label: "Postal code", autoComplete: "postal-code", inputMode: "numeric" },
];

/**
 * Shipping form with errors at the fields. Its inputs have the names of `Contact` and the ids `checkout-<field>`, so that
 * a form around it can be posted and a field be focused.
 */
export function ShippingForm({ values, errors, onChange, disabled }: Props) {
  return (
    <fieldset disabled={disabled} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <legend className="sr-only">Shipping information</legend>
      {FIELDS.map(({ field, label, required, wide, hint, ...input }) => {
        const error = errors[field] === "required" ? `${label} is required.` : errors[field];
        const id = `checkout-${field}`;
        const shared = {
          ...fieldProps(id, { hint, error }),
          name: field,
          value: values[field],
          required,
          "aria-required": required,
        };
        return (
          <Field
            key={field}
            id={id}
            label={required ? label : `${label} (optional)`}
            required={required}
            hint={hint}
            error={error}
            className={wide ? "sm:col-span-2" : ""}
          >
            {field === "state" ? (
              <Select
                {...shared}
                autoComplete={input.autoComplete}
                onChange={(event) => onChange(field, event.target.value)}
              >
                <option value="">Choose a state</option>
                {STATES.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </Select>
            ) : (
              <Input {...shared} {...input} onChange={(event) => onChange(field, event.target.value)} />
            )}
          </Field>
        );
      })}
    </fieldset>
  );
}
