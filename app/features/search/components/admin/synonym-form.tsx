import { Form } from "react-router";
import type { FieldErrors, FormValues } from "#app/lib/forms.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Synonym } from "../../queries/synonym-list.server.ts";

type Props = {
  /** The word being edited; null for a new one. */
  editing: Synonym | null;
  /** Refused input, shown again. */
  values: FormValues | undefined;
  errors: FieldErrors;
  /** All categories, in display order. */
  shelves: readonly { slug: string; name: string }[];
  /** URL of the list without the form. */
  closeTo: string;
};

const PHRASE_HINT = "A brand or local name, up to four words: pampers";
const KIND_HINT =
  "The products it means: diapers. Put | between several. Leave empty for a word that names no product.";

/** Form to add a search word or edit an existing one. */
export function SynonymForm({ editing, values, errors, shelves, closeTo }: Props) {
  const phrase = { hint: PHRASE_HINT, error: errors["phrase"] };
  const kind = { hint: KIND_HINT, error: errors["kind"] };
  return (
    <Form method="post" noValidate preventScrollReset className="card mb-5 grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <input type="hidden" name="was" value={values?.["was"] ?? editing?.id ?? ""} />
      <Field id="phrase" label="Shoppers type" required {...phrase}>
        <Input
          {...fieldProps("phrase", phrase)}
          name="phrase"
          maxLength={100}
          defaultValue={values?.["phrase"] ?? editing?.id}
        />
      </Field>
      <Field id="kind" label="We search for" {...kind}>
        <Input
          {...fieldProps("kind", kind)}
          name="kind"
          maxLength={300}
          defaultValue={values?.["kind"] ?? editing?.kind}
        />
      </Field>
      <Field id="shelf" label="If nothing is found, offer" className="sm:col-span-2">
        <Select {...fieldProps("shelf", {})} name="shelf" defaultValue={values?.["shelf"] ?? editing?.shelf ?? ""}>
          <option value="">No category</option>
          {shelves.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" name="intent" value="save">
          {editing ? "Save" : "Add"}
        </Button>
        {editing ? (
          <Link to={closeTo} className={buttonClass("outline")}>
            Cancel
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
