import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import { useHydrated } from "../use-hydrated.ts";

const VERBS = { delete: "Delete", dismiss: "Dismiss" };

type ConfirmFormProps = {
  /** The form's `intent`; the record's id is sent with it. */
  intent?: keyof typeof VERBS;
  id: string;
  /** The button's accessible name: "Delete the message of Ada Obi". */
  label: string;
  /** "Delete this message?" */
  title: string;
  text: string;
  /** Only a grey icon, for the rows of a list. */
  isQuiet?: boolean;
};

/** A button that deletes or dismisses a record, with a confirmation. Without JavaScript it posts at once. */
export function ConfirmForm({ intent = "delete", id, label, title, text, isQuiet = false }: ConfirmFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const hydrated = useHydrated();
  const fields = (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
    </>
  );
  return (
    <>
      <Form method="post" preventScrollReset>
        {fields}
        <Button
          type={hydrated ? "button" : "submit"}
          variant="ghost"
          size={isQuiet ? "icon" : "sm"}
          className={isQuiet ? "text-muted hover:text-clay-deep in-data-compact:sm:size-9" : "text-clay-deep"}
          aria-label={label}
          title={isQuiet ? VERBS[intent] : undefined}
          onClick={() => setIsAsking(true)}
        >
          {intent === "delete" ? <Trash2 aria-hidden className="size-4.5" /> : null}
          {isQuiet ? null : VERBS[intent]}
        </Button>
      </Form>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={title} description={text}>
        <Form method="post" preventScrollReset onSubmit={() => setIsAsking(false)}>
          {fields}
          <DialogActions>
            <Button variant="outline" onClick={() => setIsAsking(false)} data-focus>
              Cancel
            </Button>
            <Button type="submit" variant="danger">
              {VERBS[intent]}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
