import { useEffect, useState, type ComponentProps } from "react";
import { Form, useNavigation } from "react-router";
import { auth } from "#app/features/accounts/client.ts";
import { RenderedForField } from "#app/features/accounts/components/security/rendered-for.tsx";
import { formatPhone } from "#app/lib/format-phone.ts";
import { STATES } from "#app/lib/nigeria.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ProfileAnswer } from "../rules.ts";
import type { ProfileInput } from "../schema.ts";

type Answer = Extract<ProfileAnswer, { intent: "profile" }> | undefined;

type FieldSpec = { field: keyof ProfileInput; label: string; required?: boolean; wide?: boolean } & Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "placeholder" | "maxLength"
>;

const FIELDS: FieldSpec[] = [
  { field: "first_name", label: "First name", required: true, autoComplete: "given-name", maxLength: 60 },
  { field: "last_name", label: "Last name", required: true, autoComplete: "family-name", maxLength: 60 },
  {
    field: "phone",
    label: "Phone",
    type: "tel",
    autoComplete: "tel",
    inputMode: "tel",
    placeholder: "0803 123 4567",
    maxLength: 30,
    wide: true,
  },
  { field: "address", label: "Address", autoComplete: "street-address", maxLength: 300, wide: true },
  { field: "city", label: "City", autoComplete: "address-level2", maxLength: 100 },
  { field: "state", label: "State", autoComplete: "address-level1", maxLength: 60 },
  { field: "postal_code", label: "Postal code", autoComplete: "postal-code", maxLength: 20 },
  { field: "country", label: "Country", autoComplete: "country-name", maxLength: 60 },
];

/** Name and address. Validated on the server; works without JavaScript. */
export function PersonalForm({ profile, answer }: { profile: ProfileInput; answer?: Answer }) {
  const hydrated = useHydrated();
  const isSaving = useNavigation().formData?.get("intent") === "profile";
  const refused = answer?.ok === false ? answer : null;
  const values = { ...profile, ...refused?.values };
  const [country, setCountry] = useState(values.country);

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) {
      toast.success("Profile updated", "Your profile has been successfully updated.");
      // Updates the name in the account menu.
      return void auth.updateUser({}).catch(() => {});
    }
    if (answer.message) toast.error("Error", answer.message);
    const first = FIELDS.find(({ field }) => answer.errors[field]);
    if (first) document.getElementById(`profile-${first.field}`)?.focus();
  }, [answer]);

  return (
    <Form method="post" noValidate className="card p-5 sm:p-6" preventScrollReset aria-labelledby="personal-details">
      <h2 id="personal-details" className="font-display text-xl font-bold">
        Personal Details
      </h2>
      <p className="mt-1 text-muted">Checkout fills in your name, phone and address from here.</p>
      {answer && !hydrated ? (
        <p role="status" className="mt-4 rounded-xl bg-leaf px-4 py-3 font-semibold text-forest">
          {answer.ok ? "Your profile has been successfully updated." : (answer.message ?? "Please check the form.")}
        </p>
      ) : null}
      <RenderedForField />
      <input type="hidden" name="intent" value="profile" />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ field, label, required, wide, ...input }) => {
          const error = refused?.errors[field];
          const shared = {
            ...fieldProps(`profile-${field}`, { error }),
            name: field,
            defaultValue: field === "phone" ? formatPhone(values.phone) : values[field],
            "aria-required": required,
          };
          return (
            <Field
              key={field}
              id={`profile-${field}`}
              label={label}
              required={required}
              error={error}
              className={wide ? "sm:col-span-2" : ""}
            >
              {field === "state" && isNigeria(country) ? (
                <StateSelect {...shared} autoComplete={input.autoComplete} />
              ) : (
                <Input
                  {...shared}
                  {...input}
                  onChange={field === "country" ? (event) => setCountry(event.target.value) : undefined}
                />
              )}
            </Field>
          );
        })}
      </div>
      <div className="mt-6 flex justify-end">
        <Button type="submit" className="w-full sm:w-auto" disabled={isSaving} aria-busy={isSaving}>
          {isSaving ? "Saving…" : "Save changes"}
        </Button>
      </div>
    </Form>
  );
}

function isNigeria(country: string): boolean {
  return ["", "nigeria"].includes(country.trim().toLowerCase());
}

/** Nigerian states; a different stored value stays selectable. */
function StateSelect({ defaultValue, ...rest }: ComponentProps<"select"> & { defaultValue: string }) {
  const isOther = defaultValue !== "" && !STATES.some((state) => state === defaultValue);
  return (
    <Select key={defaultValue} defaultValue={defaultValue} {...rest}>
      <option value="">Choose a state</option>
      {isOther ? <option>{defaultValue}</option> : null}
      {STATES.map((state) => (
        <option key={state}>{state}</option>
      ))}
    </Select>
  );
}
