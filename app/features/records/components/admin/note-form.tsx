import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { CONTROL, Label } from "#app/ui/input.tsx";

/** Form that adds a note: posts `intent=note` and the text to `action`. */
export default function NoteForm({ action, id }: { action: string; id: string }) {
  const fetcher = useFetcher<FormResult>();
  const form = useRef<HTMLFormElement>(null);
  const isBusy = fetcher.state !== "idle";
  const isSaved = fetcher.data?.ok === true;
  useEffect(() => {
    if (isSaved && !isBusy) form.current?.reset();
  }, [isSaved, isBusy]);
  return (
    <fetcher.Form ref={form} method="post" action={action} className="grid gap-2">
      <input type="hidden" name="intent" value="note" />
      <Label htmlFor={`note-${id}`}>Note, for the staff</Label>
      <textarea id={`note-${id}`} name="text" rows={2} required maxLength={2000} className={`${CONTROL} py-2.5`} />
      <div className="flex items-center justify-end gap-3">
        <p role="status" className="text-sm font-medium">
          {isBusy || !fetcher.data ? "" : fetcher.data.ok ? "Note saved" : fetcher.data.message}
        </p>
        <Button type="submit" variant="soft" size="sm" aria-disabled={isBusy}>
          {isBusy ? "Saving..." : "Add note"}
        </Button>
      </div>
    </fetcher.Form>
  );
}
