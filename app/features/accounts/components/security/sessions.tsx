import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import { Form, useNavigation } from "react-router";
import { formatDate, formatDateTime } from "#app/lib/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { OpenSession } from "../../queries/security.server.ts";
import { deviceOf, type SecurityAnswerTo } from "../../rules/security.ts";
import { useSignOut } from "../use-sign-out.ts";
import { RenderedForField } from "./rendered-for.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { useRefocus } from "./use-refocus.ts";

type Props = { sessions: OpenSession[]; currentId: string; answer: SecurityAnswerTo<"sessions"> };

/** Open sessions with a sign-out button for each. Works without JavaScript. */
export function Sessions({ sessions, currentId, answer }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useRefocus(sessions.length, list);
  const busy = useNavigation().formData !== undefined;
  const signOut = useSignOut();
  const inOrder = sessions.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId));

  useEffect(() => {
    if (answer?.ok) toast.success(answer.message);
    else if (answer) toast.error("Error", answer.message);
  }, [answer]);

  /** Prevents a second submit, which would not find the session. */
  const once = (event: FormEvent) => busy && event.preventDefault();
  /** The client notifies the other tabs. */
  const leave = (scope: "local" | "global") => (event: FormEvent) => {
    event.preventDefault();
    void signOut(scope);
  };

  return (
    <SettingsCard
      title="Open sessions"
      text="Where you are signed in now. Do not know one? Sign it out and change your password."
    >
      <ul ref={list} tabIndex={-1} aria-label="Open sessions" className="divide-y divide-line outline-none">
        {inOrder.map((session) => {
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
                  {session.ip_address ? `IP ${session.ip_address} · ` : ""}Last seen{" "}
                  {formatDateTime(session.last_seen_at)}
                </p>
                <p className="text-sm text-muted">Signed in {formatDate(session.created_at)}</p>
              </div>
              <Form
                method="post"
                preventScrollReset
                onSubmit={isCurrent ? leave("local") : once}
                className="max-sm:ml-8"
              >
                <RenderedForField />
                <input type="hidden" name="intent" value={isCurrent ? "sign-out" : "end-session"} />
                <Button
                  type="submit"
                  variant="outline"
                  size="sm"
                  name="session_id"
                  value={session.id}
                  aria-disabled={busy}
                  aria-label={isCurrent ? "Sign out on this device" : `Sign out there: ${device}`}
                >
                  {isCurrent ? "Sign out" : "Sign out there"}
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Form method="post" preventScrollReset onSubmit={once}>
            <RenderedForField />
            <Button
              type="submit"
              variant="outline"
              name="intent"
              value="end-others"
              aria-disabled={busy}
              aria-busy={busy}
            >
              Sign out everywhere else
            </Button>
          </Form>
          <Form method="post" onSubmit={leave("global")}>
            <RenderedForField />
            <Button type="submit" variant="outline" name="intent" value="end-all" aria-disabled={busy} aria-busy={busy}>
              Sign out everywhere
            </Button>
          </Form>
        </div>
      ) : null}
    </SettingsCard>
  );
}
