import { Monitor, Smartphone } from "lucide-react";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { OpenSession } from "../queries.server.ts";
import { dayOf, deviceOf } from "../rules.ts";
import { SettingsCard } from "./settings-card.tsx";

export type SessionsAnswer = { intent: "sessions"; ok: boolean; message: string };

/** Where the customer is signed in, with a way out of each place. Plain forms: they work without a script. */
export function Sessions({ sessions, currentId }: { sessions: OpenSession[]; currentId: string }) {
  const fetcher = useFetcher<SessionsAnswer>();
  const { data: answer, state } = fetcher;
  const busy = state !== "idle";

  useEffect(() => {
    if (answer?.ok) toast.success(answer.message);
    else if (answer) toast.error("Error", answer.message);
  }, [answer]);

  return (
    <SettingsCard
      title="Open sessions"
      text="Where you are signed in now. Do not know one? Sign it out and change your password."
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => {
          const device = deviceOf(session.user_agent);
          const Icon = /Android|iPhone/.test(device) ? Smartphone : Monitor;
          const isCurrent = session.id === currentId;
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0">
              <Icon aria-hidden className="size-5 shrink-0 text-muted" />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  {device}
                  {isCurrent ? <Badge tone="good">This device</Badge> : null}
                </p>
                <p className="text-sm text-muted">
                  {session.ip_address ? `IP ${session.ip_address} · ` : ""}Last seen {dayOf(session.last_seen_at)}
                </p>
              </div>
              {isCurrent ? null : (
                <fetcher.Form method="post" className="max-sm:ml-8">
                  <input type="hidden" name="intent" value="end-session" />
                  <Button
                    type="submit"
                    variant="outline"
                    size="sm"
                    name="session_id"
                    value={session.id}
                    disabled={busy}
                    aria-label={`Sign out there: ${device}`}
                  >
                    Sign out there
                  </Button>
                </fetcher.Form>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <fetcher.Form method="post" className="mt-3">
          <Button type="submit" variant="outline" name="intent" value="end-others" disabled={busy}>
            Sign out everywhere else
          </Button>
        </fetcher.Form>
      ) : null}
    </SettingsCard>
  );
}
