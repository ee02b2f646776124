import { useState, type FormEvent } from "react";
import type { FieldErrors } from "#app/lib/forms.ts";

/** The errors of a refused form whose fields have not been edited since, and the form's handler that notes edits. */
export function useOpenErrors(errors: FieldErrors): { errors: FieldErrors; onInput: (event: FormEvent) => void } {
  const [edited, setEdited] = useState<{ of: FieldErrors; names: string[] }>({ of: errors, names: [] });
  const names = edited.of === errors ? edited.names : [];
  return {
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))),
    onInput: ({ target }) => {
      const { name } = target as HTMLInputElement;
      if (errors[name]) setEdited({ of: errors, names: [...names, name] });
    },
  };
}
