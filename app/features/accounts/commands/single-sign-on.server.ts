import { type Actor, can, isVerifiedAdmin } from "#app/features/permissions/rules.ts";
import { fieldErrors, type FieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Auth } from "../engine/engine.server.ts";
import { ssoProviderInput } from "../schema.ts";

type Context = { auth: Auth; needsSecondFactor: boolean };
type ProviderRefusal = { ok: false; reason: "forbidden" | "off" };

export type AddSsoProviderResult = { ok: true; domain: string } | ProviderRefusal | InvalidInput;

/**
 * Adds the SSO provider of an email domain; owners only. Loads the provider's OpenID configuration and checks the
 * client; errors are returned by field. `input` is unvalidated form data.
 */
export async function addSsoProvider(ctx: Context, actor: Actor, input: unknown): Promise<AddSsoProviderResult> {
  if (!can(actor, "sign-in.edit") || !isVerifiedAdmin(actor, ctx.needsSecondFactor)) {
    return { ok: false, reason: "forbidden" };
  }
  const setUp = ctx.auth.singleSignOn;
  if (!setUp) return { ok: false, reason: "off" };
  const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;
  const parsed = ssoProviderInput.safeParse(input);
  if (!parsed.success) return invalid(fieldErrors(parsed.error));
  const { domain, issuer, client_id: clientId, client_secret: clientSecret } = parsed.data;
  const taken = { domain: `There is a provider for ${domain} already. Remove it first.` };
  if (await setUp.providers.has(domain)) return invalid(taken);
  const discovered = await setUp.discover({ issuer, clientId, clientSecret });
  if (!discovered.ok) {
    const field = discovered.field === "issuer" ? "issuer" : "client_secret";
    return invalid({ [field]: discovered.message });
  }
  return (await setUp.providers.add(domain, discovered.settings, actor)) ? { ok: true, domain } : invalid(taken);
}

export type RemoveSsoProviderResult = { ok: true; domain: string } | ProviderRefusal | { ok: false; reason: "unknown" };

/**
 * Removes a provider; owners only. Revokes all sessions of its users; their accounts remain and can be opened with a
 * code sent to their address.
 */
export async function removeSsoProvider(ctx: Context, actor: Actor, id: string): Promise<RemoveSsoProviderResult> {
  if (!can(actor, "sign-in.edit") || !isVerifiedAdmin(actor, ctx.needsSecondFactor)) {
    return { ok: false, reason: "forbidden" };
  }
  const setUp = ctx.auth.singleSignOn;
  if (!setUp) return { ok: false, reason: "off" };
  const domain = isUuid(id) ? await setUp.providers.remove(id, actor) : null;
  return domain === null ? { ok: false, reason: "unknown" } : { ok: true, domain };
}
