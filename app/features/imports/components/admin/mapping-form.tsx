import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError, fieldProps, Input } from "#app/ui/input.tsx";
import { useFocusError } from "#app/ui/use-focus-error.ts";
import { IMPORT_MODES, MODE_LABELS, type Mapping } from "../../rules/import-fields.ts";
import { ColumnChoices, type StagedColumn } from "./column-choices.tsx";

type Staged = { columns: StagedColumn[]; mapping: Mapping; mayBeUncounted: boolean };

/** The form of an import: what each column of the file is, and what applying changes. */
export function MappingForm({ file, answer }: { file: Staged; answer: FormResult | undefined }) {
  const isBusy = useNavigation().formData !== undefined;
  const refused = answer?.ok === false ? answer : undefined;
  const form = useFocusError(refused?.errors);
  const [mode, setMode] = useState(refused?.values["mode"] ?? "all");
  const { uncounted } = refused?.errors ?? {};
  const general = Object.entries(refused?.errors ?? {}).filter(([name]) => !/^(column\.|uncounted$)/.test(name));
  return (
    <Form ref={form} method="post" className="grid gap-5">
      <ColumnChoices columns={file.columns} mapping={file.mapping} refused={refused} />
      <fieldset className="card grid gap-1 p-4 sm:p-5">
        <legend className="float-left mb-1 font-semibold">What to change</legend>
        {IMPORT_MODES.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="mode"
              value={one}
              checked={one === mode}
              onChange={() => setMode(one)}
              className="size-5 shrink-0 accent-forest"
            />
            {MODE_LABELS[one]}
          </label>
        ))}
      </fieldset>
      {mode === "prices" || mode === "stock" ? null : (
        <div className="card grid gap-4 p-4 sm:p-5">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="new_categories"
              value="1"
              defaultChecked={refused?.values["new_categories"] === "1"}
              className="size-5 shrink-0 accent-forest"
            />
            <span>
              Make missing categories
              <span className="block text-sm text-muted">
                Such as “Hoodies” in “Clothing” for “Clothing &gt; Hoodies”. The preview shows them; without this,
                products of a category that the shop does not have come in without one.
              </span>
            </span>
          </label>
          {file.mayBeUncounted ? (
            <Field
              id="uncounted"
              label="Stock of new products that are in stock without a number"
              hint="Other shops need not count. This shop does: it stops selling at 0. Products that it has keep their stock."
              error={uncounted}
            >
              <Input
                {...fieldProps("uncounted", { hint: true, error: uncounted })}
                name="uncounted"
                inputMode="numeric"
                defaultValue={refused?.values["uncounted"] ?? ""}
                className="max-w-40"
              />
            </Field>
          ) : null}
        </div>
      )}
      <div className="grid gap-2 empty:hidden">
        {refused?.message ? <FieldError>{refused.message}</FieldError> : null}
        {general.map(([name, text]) => (
          <FieldError key={name}>{text}</FieldError>
        ))}
      </div>
      <Button type="submit" size="lg" className="justify-self-start" disabled={isBusy}>
        {isBusy ? "Comparing…" : "Preview the changes"}
      </Button>
    </Form>
  );
}
