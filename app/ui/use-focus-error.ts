import { useEffect, useRef } from "react";
import type { FieldErrors } from "#app/lib/forms.ts";

/** A ref for a form: a refusal focuses its first field with an error, because its button may be out of sight or disabled. */
export function useFocusError(errors: FieldErrors | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors && Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return form;
}
