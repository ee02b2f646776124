import { useEffect } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { progressOf, type RowCounts, type RunState } from "../../rules.ts";

const POLL_MS = 1_000;

type RunActionsProps = {
  state: RunState;
  counts: RowCounts;
  noun: string;
  undo: { may: boolean; reason: string | null };
};

/** Actions of a run by state: apply or cancel the preview, progress, undo. */
export function RunActions({ state, counts, noun, undo }: RunActionsProps) {
  const isBusy = useNavigation().formData !== undefined;
  const count = (value: number) => `${formatCount(value)} ${value === 1 ? noun : `${noun}s`}`;
  if (state === "preview") {
    return (
      <Form method="post" className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="apply" disabled={isBusy || counts.ready === 0}>
          {counts.ready === 0 ? "Nothing to apply" : `Apply to ${count(counts.ready)}`}
        </Button>
        <Button type="submit" name="intent" value="cancel" variant="outline" disabled={isBusy}>
          Cancel
        </Button>
      </Form>
    );
  }
  if (state === "applying" || state === "staging") return <Progress counts={counts} />;
  if (state !== "done") return null;
  return (
    <Form method="post" className="grid gap-1">
      <Button type="submit" name="intent" value="undo" variant="outline" disabled={isBusy || !undo.may}>
        Undo {counts.applied > 0 ? count(counts.applied) : ""}
      </Button>
      {undo.reason ? <span className="text-sm text-muted">{undo.reason}</span> : null}
    </Form>
  );
}

/** Progress, polled every second until the run is done; the run continues after leaving the page. */
function Progress({ counts }: { counts: RowCounts }) {
  const { revalidate } = useRevalidator();
  const { done, of } = progressOf(counts);

  useEffect(() => {
    const timer = setInterval(() => void revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);

  return (
    <div className="grid w-full gap-1.5 sm:w-72">
      <progress value={done} max={Math.max(1, of)} className="h-2.5 w-full accent-forest" aria-label="Rows done" />
      <p role="status" className="text-sm text-muted">
        {formatCount(done)} of {formatCount(of)} rows. You can leave this page.
      </p>
    </div>
  );
}
