import type { RefusedForm } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { FieldError, fieldProps } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { choiceOf, COLUMN_CHOICES, type Mapping } from "../../rules/import-fields.ts";

/** A column of a file; `use` is what its format reads there. */
export type StagedColumn = { name: string; use: string | undefined; samples: string[] };

type Shown = StagedColumn & { at: number; choice: string };
type Props = { columns: StagedColumn[]; mapping: Mapping; refused: RefusedForm | undefined };

/** Each column of a file with samples and a choice of what it is; those not used are named below. */
export function ColumnChoices({ columns, mapping, refused }: Props) {
  const shown = columns.map((column, at) => ({ ...column, at, choice: choiceOf(mapping, at) }));
  const isUsed = ({ use, choice }: Shown) => use !== undefined || choice !== "";
  const unused = shown.filter((column) => !isUsed(column));
  const hasError = unused.some(({ at }) => refused?.errors[`column.${at}`] !== undefined);
  return (
    <div className="card divide-y divide-line">
      <ColumnList columns={shown.filter(isUsed)} refused={refused} />
      {unused.length === 0 ? null : (
        <details open={hasError} className="group">
          <summary className="cursor-pointer px-4 py-3 sm:px-5">
            <span className="font-semibold">
              {unused.length === 1 ? "1 column is not used" : `${formatCount(unused.length)} columns are not used`}
            </span>
            <span className="block text-sm break-words text-muted">{unused.map(({ name }) => name).join(", ")}</span>
          </summary>
          <ColumnList columns={unused} refused={refused} />
        </details>
      )}
    </div>
  );
}

function ColumnList({ columns, refused }: { columns: Shown[]; refused: RefusedForm | undefined }) {
  return (
    <ul className="divide-y divide-line">
      {columns.map(({ name, use, samples, at, choice }) => {
        const field = `column.${at}`;
        const id = `column-${at}`;
        const error = refused?.errors[field];
        return (
          <li key={at} className="grid gap-x-6 gap-y-1.5 px-4 py-3 sm:grid-cols-2 sm:items-center sm:px-5">
            <div className="min-w-0">
              <label htmlFor={id} className="block font-semibold break-words">
                {name}
              </label>
              <p id={`${id}-hint`} className="text-sm break-words text-muted">
                {samples.length === 0 ? "empty" : samples.join(" · ")}
              </p>
            </div>
            <div className="min-w-0">
              <Select
                {...fieldProps(id, { hint: true, error })}
                name={field}
                defaultValue={refused?.values[field] ?? choice}
                options={COLUMN_CHOICES}
              >
                <option value="">{use ?? "Not used"}</option>
              </Select>
              <FieldError id={`${id}-error`}>{error}</FieldError>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
