import type { FieldErrors } from "#app/lib/forms.ts";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { PictureUpload } from "#app/ui/picture-upload.tsx";
import type { Travel } from "../../rules/shipments.ts";

type Props = {
  /** Begins the ids, of which a page may have several sets. */
  id: string;
  values?: (Travel & { photo: string }) | undefined;
  errors: FieldErrors;
  onBusy: (isBusy: boolean) => void;
};

type Name = Exclude<keyof Travel, "waybill">;

const FIELDS: { name: Name; label: string; hint?: string; type?: string }[] = [
  { name: "carrier", label: "Carrier", hint: "Company or union, as you say it." },
  { name: "park", label: "Motor park" },
  { name: "driver_phone", label: "Driver's phone", type: "tel", hint: "The buyer sees it; deleted after 90 days." },
  { name: "vehicle", label: "Vehicle", hint: "Kind and number plate." },
  { name: "tracking_url", label: "Tracking link", type: "url", hint: "{waybill} stands for the waybill number." },
];

/** How goods travel: all optional, and shown to the buyer. */
export function TravelFields({ id, values, errors, onBusy }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {FIELDS.map(({ name, label, hint, type = "text" }) => (
        <Field key={name} id={`${id}-${name}`} label={label} hint={errors[name] ? null : hint} error={errors[name]}>
          <Input
            {...fieldProps(`${id}-${name}`, { hint: errors[name] ? null : hint, error: errors[name] })}
            name={name}
            type={type === "url" ? "text" : type}
            inputMode={type === "url" ? "url" : undefined}
            defaultValue={values?.[name] ?? ""}
            autoComplete="off"
          />
        </Field>
      ))}
      <PictureUpload
        name="photo"
        label="Photo of goods or waybill"
        preset="shipments"
        address={values?.photo ?? null}
        error={errors["photo"] ?? ""}
        onBusy={onBusy}
      />
    </div>
  );
}
