import { Link2, LockKeyhole } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { formatDate } from "#app/lib/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { auth } from "../../client.ts";
import type { Security } from "../../queries/security.server.ts";
import { providerName } from "../../rules/security.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { SecurityPage } from "./security-page.ts";
import { SettingsCard } from "./settings-card.tsx";
import { useRefocus } from "./use-refocus.ts";
import { useTask } from "./use-task.ts";

type Identity = Security["identities"][number];

const nameOf = ({ provider }: Identity) => providerName(provider);

/** Linked sign-in methods. The last one cannot be removed. */
export function Identities({ identities, canLinkGoogle }: { identities: Identity[]; canLinkGoogle: boolean }) {
  const hydrated = useHydrated();
  const { busy, run } = useTask();
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const back = useContext(SecurityPage);
  useRefocus(identities.length, list);
  const isLast = identities.length < 2;
  const hasGoogle = identities.some(({ provider }) => provider === "google");

  const link = () =>
    run(async () => {
      const linked = `${back}${back.includes("?") ? "&" : "?"}linked=google`;
      const body = { provider: "google", callbackURL: linked, errorCallbackURL: back };
      const { url } = await auth.call<{ url: string }>("/link-social", body);
      window.location.assign(url);
    }, "Failed to link Google");

  const unlink = (identity: Identity) =>
    run(
      async () => {
        await auth.call("/unlink-account", { accountId: identity.id });
        toast.success(`${nameOf(identity)} unlinked`);
      },
      `Failed to unlink ${nameOf(identity)}`,
    ).finally(() => setLeaving(null));

  return (
    <SettingsCard title="Linked accounts" text="Each of these opens your account.">
      <ul ref={list} tabIndex={-1} aria-label="Linked accounts" className="divide-y divide-line outline-none">
        {identities.map((identity) => {
          const isPassword = identity.provider === "credential";
          const Icon = isPassword ? LockKeyhole : Link2;
          return (
            <li key={identity.id} className="flex items-center gap-3 py-2 first:pt-0">
              <Icon aria-hidden className="size-5 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{nameOf(identity)}</p>
                <p className="text-sm text-muted">
                  {isPassword ? "Since" : "Linked"} {formatDate(identity.created_at)}
                </p>
              </div>
              {isPassword ? null : (
                <Button
                  variant="ghost"
                  size="sm"
                  disabled={!hydrated || isLast}
                  aria-disabled={busy}
                  aria-label={`Unlink ${nameOf(identity)}`}
                  onClick={() => setLeaving(identity)}
                >
                  Unlink
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {identities.length === 0 ? <p>You sign in with one-time codes.</p> : null}
      {isLast && identities.some(({ provider }) => provider !== "credential") ? (
        <p className="mt-2 text-sm text-muted">Your only linked account. Set a password to unlink it.</p>
      ) : null}
      {canLinkGoogle && !hasGoogle ? (
        <Button
          variant="outline"
          className="mt-3"
          disabled={!hydrated}
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => void link()}
        >
          Link Google
        </Button>
      ) : null}
      <ConfirmDialog
        open={leaving !== null}
        title={`Unlink ${leaving ? nameOf(leaving) : ""}?`}
        text="You can no longer sign in with it. You can link it again at any time."
        action="Unlink"
        busy={busy}
        onConfirm={() => leaving && void unlink(leaving)}
        onClose={() => setLeaving(null)}
        next={list}
      />
    </SettingsCard>
  );
}
