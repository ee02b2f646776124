import { useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Failure } from "../../queries.server.ts";
import { failureName } from "../../rules.ts";

/** "Try again" and "Dismiss" of a failure. Dismiss asks for confirmation; without JavaScript it posts at once. */
export function FailureActions({ failure: { id, source, name } }: { failure: Failure }) {
  const [isAsking, setIsAsking] = useState(false);
  const hydrated = useHydrated();
  const what = <span className="sr-only"> {failureName(source, name)}</span>;
  return (
    <div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
      {source === "late" ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="retry" variant="soft" size="sm" className="whitespace-nowrap">
            Try again{what}
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="dismiss" />
        <input type="hidden" name="id" value={id} />
        <Button
          type={hydrated ? "button" : "submit"}
          variant="ghost"
          size="sm"
          className="text-clay-deep"
          onClick={() => setIsAsking(true)}
        >
          Dismiss{what}
        </Button>
      </Form>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Dismiss: ${failureName(source, name)}`}
        description={source === "mail" ? "It will not be sent." : "It will not be retried."}
      >
        <Form
          method="post"
          preventScrollReset
          className="flex flex-wrap justify-end gap-3"
          onSubmit={() => setIsAsking(false)}
        >
          <input type="hidden" name="intent" value="dismiss" />
          <input type="hidden" name="id" value={id} />
          <Button variant="outline" onClick={() => setIsAsking(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger">
            Dismiss
          </Button>
        </Form>
      </Dialog>
    </div>
  );
}
