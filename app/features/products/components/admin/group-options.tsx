import type { RefusedForm } from "#app/lib/forms.ts";
import { Field, FieldError, fieldProps } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import type { GroupRecord } from "../../queries/group-record.server.ts";
import { MAX_OPTIONS, sortOptionValues, valuesInOrder } from "../../rules/variants.ts";
import { FormField, VariantForm } from "./variant-form.tsx";

type Group = NonNullable<GroupRecord["group"]>;
type OptionsProps = {
  group: Group;
  refusedOf: (intent: string, field?: [name: string, value: string]) => RefusedForm | null;
};

const SUMMARY = "flex min-h-11 cursor-pointer items-center text-sm font-semibold";

/** Options of a group with forms to rename values, remove options and add one. */
export function GroupOptions({ group, refusedOf }: OptionsProps) {
  return (
    <>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {group.option_names.map((option) => (
          <OptionRow
            key={option}
            group={group}
            option={option}
            renaming={refusedOf("rename-value", ["option", option])}
            removing={refusedOf("remove-option", ["option", option])}
          />
        ))}
      </ul>
      {group.option_names.length < MAX_OPTIONS ? (
        <NewOption group={group} refused={refusedOf("add-option")} />
      ) : (
        <p className="mt-3 text-sm text-muted">A group has at most {MAX_OPTIONS} options.</p>
      )}
    </>
  );
}

type RowProps = { group: Group; option: string; renaming: RefusedForm | null; removing: RefusedForm | null };

function OptionRow({ group, option, renaming, removing }: RowProps) {
  const values = sortOptionValues(group.variants.flatMap(({ option_values }) => option_values[option] ?? []));
  const error = removing?.errors["option"];
  const place = group.option_names.indexOf(option);
  const from = `rename-${place}-from`;
  return (
    <li className="px-3 py-1.5 sm:px-4">
      <details open={renaming !== null || removing !== null}>
        <summary className={SUMMARY}>
          <span className="min-w-0 py-1.5 break-words">
            {option}
            <span className="font-normal text-muted">: {values.join(", ")}</span>
          </span>
          <span className="ml-auto pl-3 text-forest">Change</span>
        </summary>
        <div className="grid gap-5 pt-1 pb-3">
          <VariantForm
            group={group}
            label={`Values of ${option}`}
            intent="rename-value"
            fields={{ option }}
            submit="Rename value"
            busy="Saving..."
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Field id={from} label="Value">
                <Select name="from" defaultValue={renaming?.values["from"]} {...fieldProps(from)}>
                  {values.map((value) => (
                    <option key={value}>{value}</option>
                  ))}
                </Select>
              </Field>
              <FormField
                form={`rename-${place}`}
                name="value"
                label="New name for all variants that have it"
                refused={renaming}
                required
              />
            </div>
          </VariantForm>
          {group.option_names.length > 1 ? (
            <VariantForm
              group={group}
              label={`Remove ${option}`}
              intent="remove-option"
              fields={{ option }}
              submit={`Remove ${option}`}
              busy="Removing..."
              variant="danger"
            >
              <p className="text-sm text-muted">All variants lose their value of it and are named anew.</p>
              <FieldError>{error}</FieldError>
            </VariantForm>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function NewOption({ group, refused }: { group: Group; refused: RefusedForm | null }) {
  const field = { form: "add-option", refused };
  const hasOwn = Object.entries(refused?.values ?? {}).some(([name, text]) => name.startsWith("value.") && text !== "");
  return (
    <section aria-label="Add an option" className="mt-5">
      <VariantForm group={group} label="Add an option" intent="add-option" submit="Add option" busy="Adding...">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField {...field} name="option" label="New option" placeholder="Colour" required />
          <FormField {...field} name="value" label="Value of all variants" placeholder="Blue" />
        </div>
        <details open={hasOwn}>
          <summary className={`${SUMMARY} text-forest`}>Values of single variants</summary>
          <p className="mb-3 text-sm text-muted">Where one is left empty, the value of all variants is taken.</p>
          <div className="grid gap-4 sm:grid-cols-3">
            {group.variants.map(({ id, option_values }) => (
              <FormField
                key={id}
                {...field}
                name={`value.${id}`}
                label={valuesInOrder(group.option_names, option_values).join(", ")}
              />
            ))}
          </div>
        </details>
      </VariantForm>
    </section>
  );
}
