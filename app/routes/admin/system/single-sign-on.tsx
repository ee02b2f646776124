import { useEffect, useRef } from "react";
import { data } from "react-router";
import { addSsoProvider, removeSsoProvider } from "#app/features/accounts/commands/single-sign-on.server.ts";
import { SsoProviderForm } from "#app/features/accounts/components/admin/sso-provider-form.tsx";
import { SsoProviderList } from "#app/features/accounts/components/admin/sso-provider-list.tsx";
import { SuccessMessage, Problem } from "#app/features/accounts/components/auth-card.tsx";
import { authContext, requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { ssoProviders } from "#app/features/accounts/queries.server.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/single-sign-on.ts";

export const meta = noIndexMeta("Single sign-on");

export const middleware: Route.MiddlewareFunction[] = [requireRight("sign-in.edit")];

const NOT_ALLOWED = "This cannot be done now. Please load the page again.";

const PROBLEMS = {
  unknown: "This provider was removed already.",
  forbidden: NOT_ALLOWED,
  off: { text: NOT_ALLOWED, status: 409 },
};

type Answer = FormResult<{ done: string }>;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { singleSignOn } = context.get(authContext);
  if (!singleSignOn) return { isOn: false } as const;
  return {
    isOn: true,
    redirectUri: singleSignOn.redirectUri,
    providers: await ssoProviders(context.get(shopContext).db),
    removing: new URL(request.url).searchParams.get("remove"),
  } as const;
}

/** Adds a provider, or removes one with the intent "remove". */
export async function action({ request, context }: Route.ActionArgs) {
  const { env, log } = context.get(shopContext);
  const actor = context.get(userContext);
  const ctx = { auth: context.get(authContext), needsSecondFactor: env.ADMIN_SECOND_FACTOR };
  const form = await readForm(request);
  if (form.get("intent") === "remove") {
    const removed = await removeSsoProvider(ctx, actor, form.get("id") ?? "");
    if (!removed.ok) return answerRefused(form, removed, { messages: PROBLEMS });
    log.info({ domain: removed.domain, admin: actor.id }, "single sign-on provider removed");
    return data<Answer>({ ok: true, done: `The provider of ${removed.domain} is removed.` });
  }
  const added = await addSsoProvider(ctx, actor, Object.fromEntries(form));
  if (!added.ok) return answerRefused(form, added, { messages: PROBLEMS, secret: ["client_secret"] });
  log.info({ domain: added.domain, admin: actor.id }, "single sign-on provider added");
  const done = `People with an address at ${added.domain} can log in through their provider now.`;
  return data<Answer>({ ok: true, done });
}

/** Also after a refusal, because another user's change caused it. */
export const shouldRevalidate = () => true;

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.ok === false ? actionData : null;
  const done = actionData?.ok ? actionData.done : undefined;
  const noticeRef = useRef<HTMLDivElement>(null);

  // The form is far down the page, so on mobile its result would be off screen.
  useEffect(() => noticeRef.current?.focus(), [done, refused?.message]);

  return (
    <>
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Single sign-on</h1>
      <p className="mt-2 mb-7 max-w-2xl text-muted">
        People with an address of a company's domain log in through that company's own OpenID Connect provider, as
        customers. Admins always log in here.
      </p>
      {loaderData.isOn ? (
        <div className="grid gap-5">
          {done || refused?.message ? (
            <div ref={noticeRef} tabIndex={-1} className="scroll-mt-20 outline-none">
              <Problem>{refused?.message}</Problem>
              {done ? <SuccessMessage>{done}</SuccessMessage> : null}
            </div>
          ) : null}
          <SsoProviderList providers={loaderData.providers} removing={done ? null : loaderData.removing} />
          <SsoProviderForm key={done} redirectUri={loaderData.redirectUri} refused={refused} />
        </div>
      ) : (
        <SwitchedOff />
      )}
    </>
  );
}

function SwitchedOff() {
  return (
    <section className="card p-5 sm:p-6" aria-labelledby="off">
      <h2 id="off" className="font-display text-xl font-bold">
        It is switched off
      </h2>
      <p className="mt-2 max-w-2xl">
        To switch it on, start the shop with the setting <code className="rounded-md bg-sand px-1.5 py-0.5">SSO=1</code>
        . Providers are then set up on this page, and the login page offers single sign-on.
      </p>
    </section>
  );
}
