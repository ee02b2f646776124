import { useContext, useEffect, useState, type FormEvent, type ReactNode } from "react";
import { Form, useBlocker } from "react-router";
import type { EditResult } from "#app/lib/merge.ts";
import { Button } from "../button.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import { useOpenErrors } from "../use-open-errors.ts";
import { Refusal } from "./answer.tsx";
import { RecordContext } from "./record-fields.tsx";
import type { Unsent } from "./send-record.ts";
import { SignInAgainContext } from "./sign-in-again.ts";
import { useRecordForm, type FormRecord } from "./use-record-form.ts";

type RecordFormProps = {
  record: FormRecord;
  /** The route's `actionData`. */
  answer: EditResult | Unsent | undefined;
  /** The button's label, normal and while saving. */
  labels: { save: string; busy: string };
  /** Beside the button. */
  actions?: ReactNode;
  /** A required value is missing: the form cannot be submitted yet. */
  isIncomplete?: boolean;
  children: ReactNode;
};

const NO_ERRORS = {};
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Africa/Lagos" });

/**
 * The form of a record. It sends changed fields with the old values and the version, warns before unsaved values are
 * left, stores them as a draft in this browser, and shows conflicts side by side. Its fields are in record-fields.tsx,
 * its route has `clientAction = sendRecord`, its action calls `readEdit` and `mergeEdit`.
 */
export function RecordForm({ record, answer, labels, actions, isIncomplete, children }: RecordFormProps) {
  const state = useRecordForm(record, answer);
  const { form, base, draft, isDirty, isBusy } = state;
  const refused = answer && !answer.ok ? answer : null;
  const open = useOpenErrors(refused?.errors ?? NO_ERRORS);
  const unsent = refused && "unsent" in refused ? refused.unsent : null;
  const signInAgain = useContext(SignInAgainContext);
  const [isUploading, setUploading] = useState(false);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (isUploading) event.preventDefault();
    else state.onSubmit(event);
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate={false}
      className="grid gap-4"
      data-record-form
      onInput={(event) => {
        state.note();
        open.onInput(event);
      }}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="version" value={base.version} />
      {Object.entries(base.was).map(([name, value]) => (
        <input key={name} type="hidden" name={`was.${name}`} value={value} />
      ))}
      {draft ? (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-amber-soft px-4 py-2 text-amber-ink"
        >
          <p className="min-w-0 flex-1">You have unsaved changes from {CLOCK.format(draft.at)}.</p>
          <Button variant="soft" size="sm" onClick={state.takeDraft}>
            Restore them
          </Button>
          <Button variant="ghost" size="sm" onClick={state.dropDraft}>
            Discard them
          </Button>
        </div>
      ) : null}
      <Refusal answer={answer} />
      {answer?.ok ? <p className="rounded-xl bg-leaf px-4 py-2.5 font-medium text-forest">{answer.message}</p> : null}
      {unsent === "signed-out" ? signInAgain?.(state.send) : null}
      <RecordContext
        value={{
          values: base.shown,
          errors: open.errors,
          conflicts: refused?.conflicts ?? {},
          take: (name, value) => state.rebase({ shown: { [name]: value } }),
          onBusy: setUploading,
        }}
      >
        <div key={base.remount} className="grid gap-4">
          {children}
        </div>
      </RecordContext>
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-white px-4 py-3 sm:-mx-6 sm:-mb-5 sm:px-6">
        {actions}
        <Button
          type="submit"
          disabled={isIncomplete}
          aria-disabled={isBusy || isUploading}
          aria-busy={isBusy || isUploading}
          data-record-save
        >
          {isBusy ? labels.busy : isUploading ? "Uploading Image..." : unsent ? "Send again" : labels.save}
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty && !answer?.ok} onLeave={state.dropDraft} />
    </Form>
  );
}

/** Asks before leaving a page with unsaved changes; on a reload the browser asks, and the draft survives it. */
function UnsavedGuard({ isDirty, onLeave }: { isDirty: boolean; onLeave: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);

  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed here is not saved."
    >
      <DialogActions>
        <Button variant="outline" onClick={() => blocker.reset?.()} data-focus>
          Stay here
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          Leave without saving
        </Button>
      </DialogActions>
    </Dialog>
  );
}
