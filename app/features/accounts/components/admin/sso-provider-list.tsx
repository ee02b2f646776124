import { Building2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { SsoProviderView } from "../../queries.server.ts";

type Props = { providers: SsoProviderView[]; removing: string | null };

/** SSO providers. `removing` is the provider whose removal must be confirmed. */
export function SsoProviderList({ providers, removing }: Props) {
  return (
    <section aria-labelledby="providers" className="card">
      <h2 id="providers" className="border-b border-line px-5 py-4 font-display text-xl font-bold sm:px-6">
        Providers
      </h2>
      {providers.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-7 text-muted sm:px-6">
          <Building2 aria-hidden className="size-6 shrink-0 text-forest" />
          None yet. Add the first one below.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {providers.map((provider) => (
            <li key={provider.id} className="px-5 py-4 sm:px-6">
              {provider.id === removing ? <Confirm {...provider} /> : <Row {...provider} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ id, domain, issuer, client_id }: SsoProviderView) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <h3 className="font-semibold break-all">{domain}</h3>
        <p className="text-sm break-all text-muted">
          {issuer}, client {client_id}
        </p>
      </div>
      <Link
        to={`?remove=${id}`}
        preventScrollReset
        aria-label={`Remove ${domain}`}
        className={buttonClass("ghost", "sm", "-ml-3.5 text-clay-deep sm:ml-0")}
      >
        Remove
      </Link>
    </div>
  );
}

function Confirm({ id, domain }: SsoProviderView) {
  const box = useRef<HTMLDivElement>(null);
  const { state } = useNavigation();

  // Focus moves here from the pressed link, which this box replaces.
  useEffect(() => box.current?.focus(), []);

  return (
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby={`remove-${id}`}
      className="rounded-xl bg-clay-soft px-4 py-4 outline-none"
    >
      <p id={`remove-${id}`} className="font-semibold break-words text-clay-deep">
        Remove the provider of {domain}?
      </p>
      <p className="mt-1 text-[0.9375rem]">
        Whoever came in through it is signed out everywhere. Their accounts and orders stay; they can log in with a code
        to their address.
      </p>
      <Form method="post" action="." className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="danger"
          aria-disabled={state !== "idle"}
          aria-busy={state !== "idle"}
        >
          Remove
        </Button>
        <Link to="?" preventScrollReset className={buttonClass("outline")}>
          Keep
        </Link>
      </Form>
    </div>
  );
}
