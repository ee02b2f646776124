import { useEffect, useEffectEvent } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { formatDateTime } from "#app/lib/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { BackupFigures } from "../../rules/figures.ts";
import { ageText, bytesText } from "../../rules/texts.ts";

const POLL_MS = 2_000;

/** The stored backups, the last restore test, and the buttons for both; `now` is the time of the figures. */
export function Backups({ backups, now, mayMake }: { backups: BackupFigures; now: Date; mayMake: boolean }) {
  const { stored, where, test, running_since, testing_since } = backups;
  usePolling(running_since !== null || testing_since !== null);
  return (
    <section aria-labelledby="backups" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="backups" className="font-display text-lg font-bold">
            Backups
          </h2>
          <p className="text-sm break-words text-muted">Every night to {where}, kept 7 days and 4 weeks.</p>
        </div>
        {mayMake ? <BackupButtons backups={backups} /> : null}
      </div>
      <div role="status" className="grid gap-1 font-medium empty:hidden">
        {running_since ? <p>A backup is being made, since {formatDateTime(running_since)}.</p> : null}
        {testing_since ? (
          <p>The newest backup is being restored for a test, since {formatDateTime(testing_since)}.</p>
        ) : null}
      </div>
      <p className="my-2 break-words">{testText(test)}</p>
      {stored.length === 0 ? (
        <EmptyState title="No backups yet">The backups of the last nights appear here.</EmptyState>
      ) : (
        <ul className="card divide-y divide-line">
          {stored.map(({ name, at, bytes }) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2.5">
              <span className="min-w-0">
                <time dateTime={at.toISOString()} className="font-semibold">
                  {formatDateTime(at)}
                </time>{" "}
                <span className="text-sm break-all text-muted max-sm:block">{name}</span>
              </span>
              <span className="flex flex-wrap items-baseline gap-x-4 text-sm tabular-nums">
                {test?.name === name ? (
                  <Badge tone={test.error ? "out" : "good"}>
                    {test.error ? "Not restorable" : "Restored in a test"}
                  </Badge>
                ) : null}
                <span>{ageText(Math.max(0, (now.getTime() - at.getTime()) / 1_000))} old</span>
                <span>{bytesText(bytes)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function testText(test: BackupFigures["test"]): string {
  if (!test) return "No restore test yet: the shop restores the newest backup every Sunday, beside itself.";
  const when = `Last restore test: ${formatDateTime(test.finished_at)}, ${test.name}`;
  if (test.error) return `${when}. It failed: ${test.error}`;
  return `${when}, in ${ageText(test.seconds)}: ${test.contents}. Money, stock and numbers are right.`;
}

function BackupButtons({ backups: { stored, running_since, testing_since } }: { backups: BackupFigures }) {
  const isBusy = useNavigation().formData !== undefined;
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <Button type="submit" size="sm" name="intent" value="backup" disabled={isBusy || running_since !== null}>
        {running_since ? "Backing up…" : "Back up now"}
      </Button>
      {stored.length > 0 ? (
        <Button
          type="submit"
          size="sm"
          variant="outline"
          name="intent"
          value="restore-test"
          disabled={isBusy || testing_since !== null}
        >
          {testing_since ? "Testing…" : "Test the newest"}
        </Button>
      ) : null}
    </Form>
  );
}

/** Reads the page again every two seconds while it is shown. */
function usePolling(isOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  const poll = useEffectEvent(() => {
    if (!document.hidden && state === "idle") void revalidate();
  });
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => poll(), POLL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
