import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { FIELD_LABELS, IMPORT_FIELDS, IMPORT_MODES, type Mapping, MODE_LABELS } from "../../rules/import-fields.ts";

type StagedColumns = { columns: string[]; samples: string[][]; mapping: Mapping };

/** Column mapping form of an import, with samples from the first rows. */
export function MappingForm({ file, answer }: { file: StagedColumns; answer: FormResult | undefined }) {
  const isBusy = useNavigation().formData !== undefined;
  const refused = answer?.ok === false ? answer : undefined;
  return (
    <Form method="post" className="grid gap-5">
      <div className="card grid gap-4 p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3">
        {IMPORT_FIELDS.map((field) => {
          const chosen = refused?.values[field] ?? String(file.mapping[field] ?? "");
          const sample = chosen === "" ? "" : samplesOf(file.samples, Number(chosen));
          const error = refused?.errors[field];
          return (
            <Field
              key={field}
              id={`map-${field}`}
              label={FIELD_LABELS[field]}
              hint={sample === "" ? undefined : `such as ${sample}`}
              error={error}
            >
              <Select {...fieldProps(`map-${field}`, { hint: sample, error })} name={field} defaultValue={chosen}>
                <option value="">Not in the file</option>
                {file.columns.map((column, index) => (
                  <option key={column} value={index}>
                    {column}
                  </option>
                ))}
              </Select>
            </Field>
          );
        })}
      </div>
      <fieldset className="card grid gap-1 p-4 sm:p-5">
        <legend className="float-left mb-1 font-semibold">What to change</legend>
        {IMPORT_MODES.map((mode) => (
          <label key={mode} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="mode"
              value={mode}
              defaultChecked={mode === (refused?.values["mode"] ?? "all")}
              className="size-5 accent-forest"
            />
            {MODE_LABELS[mode]}
          </label>
        ))}
      </fieldset>
      <p role="alert" className="font-semibold text-clay-deep empty:hidden">
        {refused?.message}
      </p>
      <Button type="submit" size="lg" className="justify-self-start" disabled={isBusy}>
        {isBusy ? "Comparing…" : "Preview the changes"}
      </Button>
    </Form>
  );
}

/** Up to three different sample values of a column. */
function samplesOf(rows: string[][], column: number): string {
  const cells = new Set(rows.map((row) => (row[column] ?? "").slice(0, 30)).filter((cell) => cell !== ""));
  return Array.from(cells).slice(0, 3).join(" · ");
}
