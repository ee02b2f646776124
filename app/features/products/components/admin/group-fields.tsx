import type { RefusedForm } from "#app/lib/forms.ts";
import { MAX_OPTIONS } from "../../rules/variants.ts";
import { FormField } from "./variant-form.tsx";

type GroupFieldsProps = {
  form: string;
  group: { name: string; option_names: readonly string[]; mixed_price_breaks: boolean };
  /** For a new group: option names are editable, with the first product's values beside them. */
  isNew?: boolean;
  refused: RefusedForm | null;
};

const EXAMPLES = [
  ["Size", "XL"],
  ["Colour", "Blue"],
  ["Flavour", "Vanilla"],
];

/** Fields for name, options and how price steps count. */
export function GroupFields({ form, group, isNew = false, refused }: GroupFieldsProps) {
  const { name, option_names, mixed_price_breaks } = group;
  const isTogether = refused ? refused.values["mixed_price_breaks"] === "1" : mixed_price_breaks;
  const options = isNew ? Array.from({ length: MAX_OPTIONS }, () => "") : option_names;
  return (
    <>
      <FormField form={form} name="name" label="Name of the group" value={name} refused={refused} required />
      <div className="grid gap-4 sm:grid-cols-2">
        {options.map((option, at) => (
          <div key={at} className={isNew ? "contents" : ""}>
            <FormField
              form={form}
              name={`option_names.${at}`}
              label={`Option ${at + 1}`}
              value={option}
              placeholder={isNew ? EXAMPLES[at]?.[0] : undefined}
              refused={refused}
              required={!isNew || at === 0}
            />
            {isNew ? (
              <FormField
                form={form}
                name={`values.${at}`}
                label={`This product’s value of option ${at + 1}`}
                placeholder={EXAMPLES[at]?.[1]}
                refused={refused}
                required={at === 0}
              />
            ) : null}
          </div>
        ))}
      </div>
      <label className="flex min-h-11 items-center gap-3 text-[0.9375rem] font-medium">
        <input
          type="checkbox"
          name="mixed_price_breaks"
          value="1"
          defaultChecked={isTogether}
          className="size-5 shrink-0 accent-forest"
        />
        Price steps count all variants together
      </label>
    </>
  );
}
