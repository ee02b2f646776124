import { useContext, useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import type { EditResult } from "#app/lib/merge.ts";
import type { Unsent } from "#app/ui/admin/send-record.ts";
import { SignInAgainContext } from "#app/ui/admin/sign-in-again.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import { activityOf } from "../../links.ts";
import type { HistoryLine } from "../../queries/history.server.ts";

export type HistoryProps = {
  /** Null without permission to see changes. */
  lines: readonly HistoryLine[] | null;
  subject: string;
  version: number;
};

const CHANGED =
  "Somebody else changed this in the meantime, so nothing was restored. The history below is now up to date.";

/**
 * Changes of a record with a button to restore each old value. Restoring posts an edit to the record's route, which
 * reads it with `readRecordEdit`.
 */
export default function HistoryLines({ lines, subject, version }: HistoryProps) {
  const fetcher = useFetcher<EditResult | Unsent | FormResult<{ title: string; text: string }>>();
  const [sent, setSent] = useState<FormData | null>(null);
  const signInAgain = useContext(SignInAgainContext);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const refused = answer && !answer.ok ? answer : null;
  const isConflict = refused !== null && "conflicts" in refused;
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (answer?.ok) toast.success("title" in answer ? answer.title : answer.message, answer.text);
    if (isConflict) void revalidate();
  }, [answer, isConflict, revalidate]);

  const newest = lines?.[0];
  if (!lines || !newest) return null;
  return (
    <details className="group mt-6 border-t border-line pt-2">
      <summary className="flex min-h-11 items-center gap-2 rounded-lg font-display text-lg font-bold">History</summary>
      {refused ? (
        <p role="alert" className="mb-3 rounded-xl bg-clay-soft px-4 py-2.5 font-medium text-clay-deep">
          {isConflict ? CHANGED : [refused.message, ...Object.values(refused.errors)].filter(Boolean).join(" ")}
        </p>
      ) : null}
      {refused && "unsent" in refused && refused.unsent === "signed-out"
        ? signInAgain?.(() => void fetcher.submit(sent, { method: "post" }))
        : null}
      <ol className="grid gap-1 divide-y divide-line">
        {lines.map(({ id, when, at, who, verb, changes }) => (
          <li key={id} className="py-2">
            <p className="text-sm text-muted">
              <b className="font-semibold text-ink">{who}</b>, <time dateTime={at}>{when}</time>: {verb}
            </p>
            <fetcher.Form
              method="post"
              onSubmit={(event) => {
                setSent(new FormData(event.currentTarget, event.nativeEvent.submitter));
              }}
            >
              <input type="hidden" name="intent" value="restore" />
              <input type="hidden" name="line" value={id} />
              <input type="hidden" name="seen" value={newest.id} />
              <input type="hidden" name="version" value={version} />
              {changes.map(({ field, label, before, after, canRestore }) => (
                <div key={field} className="flex flex-wrap items-center justify-between gap-x-3">
                  <p className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="text-muted">{label}: </span>
                    <del className="text-muted">{before || "none"}</del>
                    <span aria-hidden> → </span>
                    <span className="sr-only"> became </span>
                    <ins className="no-underline">{after || "none"}</ins>
                  </p>
                  {canRestore ? (
                    <Button
                      type="submit"
                      name="field"
                      value={field}
                      variant="ghost"
                      size="sm"
                      className="-mr-3 text-forest"
                      aria-disabled={fetcher.state !== "idle"}
                      aria-label={`Restore this value: ${label} ${before || "none"}`}
                    >
                      Restore this value
                    </Button>
                  ) : null}
                </div>
              ))}
              {changes.filter((change) => change.canRestore).length > 1 ? (
                <Button type="submit" name="field" value="" variant="ghost" size="sm" className="-ml-3 text-forest">
                  Restore all of this change
                </Button>
              ) : null}
            </fetcher.Form>
          </li>
        ))}
      </ol>
      <Link
        to={activityOf(subject)}
        className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-3"
      >
        All changes of this record
      </Link>
    </details>
  );
}
