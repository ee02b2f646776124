import { Form } from "react-router";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Failure } from "../../queries.server.ts";
import { failureName } from "../../rules.ts";

/** "Try again" and "Dismiss" of a failure. Dismiss asks for confirmation; without JavaScript it posts at once. */
export function FailureActions({ failure: { id, source, name } }: { failure: Failure }) {
  const what = failureName(source, name);
  return (
    <div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
      {source === "late" ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="retry" variant="soft" size="sm" className="whitespace-nowrap">
            Try again<span className="sr-only"> {what}</span>
          </Button>
        </Form>
      )}
      <ConfirmForm
        intent="dismiss"
        id={id}
        label={`Dismiss ${what}`}
        title={`Dismiss: ${what}`}
        text={source === "mail" ? "It will not be sent." : "It will not be retried."}
      />
    </div>
  );
}
