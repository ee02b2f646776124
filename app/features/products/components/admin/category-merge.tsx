import { Form } from "react-router";
import { Choice } from "#app/ui/admin/choice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps } from "#app/ui/input.tsx";
import { CATEGORIES_PATH } from "../../rules/category-form.ts";

type CategoryMergeProps = {
  id: string;
  name: string;
  targets: readonly { value: string; label: string }[];
  content: string;
};

/** Form that merges a category into another one, with a summary above the button. */
export function CategoryMerge({ id, name, targets, content }: CategoryMergeProps) {
  if (targets.length === 0) return null;
  return (
    <details className="mt-6 rounded-xl border border-line px-4 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Merge into another category</summary>
      <Form method="post" action={CATEGORIES_PATH} className="grid gap-3 pt-2 pb-3">
        <input type="hidden" name="id" value={id} />
        <Field id="merge-into" label="Into" required>
          <Choice
            name="into"
            defaultValue=""
            required
            options={[{ value: "", label: "Choose" }, ...targets]}
            {...fieldProps("merge-into")}
          />
        </Field>
        <p className="text-sm text-muted">
          {content === "" ? "It is empty." : `${content} move there.`} “{name}” goes to the trash, and its address
          redirects to the other one.
        </p>
        <Button type="submit" name="intent" value="merge" variant="danger" className="justify-self-start">
          Merge
        </Button>
      </Form>
    </details>
  );
}
