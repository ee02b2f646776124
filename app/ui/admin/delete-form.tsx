import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { useHydrated } from "../use-hydrated.ts";

type DeleteFormProps = {
  /** The form's `intent` is "delete"; the record's id is sent with it. */
  id: string;
  /** The button's accessible name: "Delete the message of Ada Obi". */
  label: string;
  /** "Delete this message?" */
  title: string;
  text: string;
};

/** A Delete button with a confirmation. Without JavaScript it posts at once. */
export function DeleteForm({ id, label, title, text }: DeleteFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const hydrated = useHydrated();
  const fields = (
    <>
      <input type="hidden" name="intent" value="delete" />
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
          size="sm"
          className="text-clay-deep"
          aria-label={label}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden className="size-4.5" />
          Delete
        </Button>
      </Form>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={title} description={text}>
        <Form
          method="post"
          preventScrollReset
          className="flex flex-wrap justify-end gap-3"
          onSubmit={() => setIsAsking(false)}
        >
          {fields}
          <Button variant="outline" onClick={() => setIsAsking(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger">
            Delete
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
