import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { RefusedForm } from "#app/lib/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";

type GroupFormFieldsProps = { group?: { id: string; version: number }; fields?: Record<string, string> };

/** Hidden fields of a form: the group as loaded, if there is one, and others. */
export function GroupFormFields({ group, fields }: GroupFormFieldsProps) {
  const all = { ...(group && { group_id: group.id, version: group.version }), ...fields };
  return Object.entries(all).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** A form of the group editor, emptied when the group has changed: `intent` selects the action. */
type VariantFormProps = GroupFormFieldsProps & {
  label: string;
  intent: string;
  submit: string;
  busy: string;
  variant?: ComponentProps<typeof Button>["variant"];
  children: ReactNode;
};

export function VariantForm({ label, intent, group, fields, submit, busy, variant, children }: VariantFormProps) {
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("intent") === intent;
  return (
    <Form key={group?.version} method="post" noValidate preventScrollReset aria-label={label} className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <GroupFormFields group={group} fields={fields} />
      {children}
      <Button type="submit" variant={variant} aria-disabled={isBusy} aria-busy={isBusy} className="w-fit">
        {isBusy ? busy : submit}
      </Button>
    </Form>
  );
}

type FormFieldProps = Omit<ComponentProps<"input">, "name" | "form"> & {
  /** Unique name of the form on the page, for ids. */
  form: string;
  name: string;
  label: string;
  hint?: string;
  /** Stored value, shown unless there is refused input. */
  value?: string;
  refused: RefusedForm | null;
};

/** A text field with its error; refused input is shown again. */
export function FormField({ form, name, label, hint, value = "", refused, className, ...rest }: FormFieldProps) {
  const id = `${form}-${name.replaceAll(".", "-")}`;
  const error = refused?.errors[name];
  return (
    <Field id={id} label={label} hint={hint} error={error} required={rest.required ?? false} className={className}>
      <Input
        name={name}
        defaultValue={refused?.values[name] ?? value}
        autoComplete="off"
        {...fieldProps(id, { hint, error })}
        {...rest}
      />
    </Field>
  );
}

/** One field per option for its value. */
export function ValueFields({
  form,
  options,
  values = {},
  refused,
}: Pick<FormFieldProps, "form" | "refused"> & {
  options: readonly string[];
  values?: Readonly<Record<string, string>>;
}) {
  return options.map((option, at) => (
    <FormField
      key={option}
      form={form}
      name={`values.${at}`}
      label={option}
      value={values[option] ?? ""}
      refused={refused}
      required
    />
  ));
}
