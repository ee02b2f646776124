import { useEffect, type ReactNode } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import type { FieldErrors } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError, fieldProps, Input } from "#app/ui/input.tsx";
import { useFocusError } from "#app/ui/use-focus-error.ts";
import { ASK_NUMBER_ABOVE, progressOf, rowTotal, type RowCounts, type RunState } from "../../rules.ts";

const POLL_MS = 1_000;
/** Rows for which a poll each second is cheap. */
const POLL_ROWS = 20_000;

type RunActionsProps = {
  state: RunState;
  counts: RowCounts;
  resumed_at: Date | null;
  noun: string;
  /** Price changes beyond 50 % or below cost. */
  flagged: number;
  undo: { may: boolean; reason: string | null };
  errors: FieldErrors;
};

/** Actions of a run by state: apply or cancel the preview, progress, undo. Many records and striking prices are asked. */
export function RunActions({ state, counts, resumed_at, noun, flagged, undo, errors }: RunActionsProps) {
  const isBusy = useNavigation().formData !== undefined;
  const form = useFocusError(errors);
  const count = (value: number) => `${formatCount(value)} ${value === 1 ? noun : `${noun}s`}`;
  if (state === "preview") {
    return (
      <Form ref={form} method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="noun" value={noun} />
        {flagged > 0 ? (
          <div>
            <label className="flex min-h-11 items-center gap-3 font-semibold text-clay-deep">
              <input
                type="checkbox"
                name="checked"
                value="1"
                required
                aria-invalid={errors.checked ? true : undefined}
                className="size-5 shrink-0 accent-forest"
                aria-describedby={errors.checked ? "run-checked-error" : undefined}
              />
              {flagged === 1
                ? "The price that changes by more than 50% or is below cost is right"
                : `The ${formatCount(flagged)} prices that change by more than 50% or are below cost are right`}
            </label>
            <FieldError id="run-checked-error">{errors.checked}</FieldError>
          </div>
        ) : null}
        <NumberField verb="apply" records={counts.ready} error={errors.count} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="apply" disabled={isBusy || counts.ready === 0}>
            {counts.ready === 0 ? "Nothing to apply" : `Apply to ${count(counts.ready)}`}
          </Button>
          <Button type="submit" name="intent" value="cancel" variant="outline" formNoValidate disabled={isBusy}>
            Cancel
          </Button>
        </div>
      </Form>
    );
  }
  if (state === "applying" || state === "staging")
    return <Progress counts={counts} isStaging={state === "staging"} isResumed={resumed_at !== null} />;
  if (state !== "done") return null;
  return (
    <Form ref={form} method="post" preventScrollReset className="grid justify-items-start gap-2">
      {undo.may ? <NumberField verb="undo" records={counts.applied} error={errors.count} /> : null}
      <Button type="submit" name="intent" value="undo" variant="outline" disabled={isBusy || !undo.may}>
        Undo {counts.applied > 0 ? count(counts.applied) : ""}
      </Button>
      {undo.reason ? <span className="text-sm text-muted">{undo.reason}</span> : null}
    </Form>
  );
}

/** The number of records, to be typed for a change of many. */
function NumberField({ verb, records, error }: { verb: "apply" | "undo"; records: number; error: ReactNode }) {
  if (records <= ASK_NUMBER_ABOVE) return null;
  return (
    <Field id="run-count" label={`Type ${formatCount(records)} to ${verb} it`} error={error} className="max-w-60">
      <Input {...fieldProps("run-count", { error })} name="count" inputMode="numeric" autoComplete="off" required />
    </Field>
  );
}

/** Progress, polled until the run is done; the run continues after leaving the page. Counting many rows takes longer. */
function Progress({ counts, isStaging, isResumed }: { counts: RowCounts; isStaging: boolean; isResumed: boolean }) {
  const { revalidate } = useRevalidator();
  const { done, of } = progressOf(counts);
  const rows = rowTotal(counts);
  const pollMs = Math.min(10 * POLL_MS, POLL_MS * Math.max(1, Math.round(rows / POLL_ROWS)));

  useEffect(() => {
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [revalidate, pollMs]);

  return (
    <div className="grid w-full gap-1.5 sm:w-72">
      <progress
        {...(isStaging ? {} : { value: done, max: Math.max(1, of) })}
        className="h-2.5 w-full accent-forest indeterminate:animate-pulse indeterminate:appearance-none indeterminate:rounded-full indeterminate:bg-forest [&::-webkit-progress-bar]:bg-transparent"
        aria-label={isStaging ? "Rows compared" : "Rows done"}
      />
      <p role="status" className="text-sm text-muted">
        {isResumed ? "The process was restarted; going on. " : ""}
        {isStaging ? `${formatCount(rows)} compared so far` : `${formatCount(done)} of ${formatCount(of)} rows`}. You
        can leave this page.
      </p>
    </div>
  );
}
