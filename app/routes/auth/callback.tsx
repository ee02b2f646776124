import { finishSignIn } from "#app/features/accounts/commands/auth-actions.server.ts";
import { CallbackScreen } from "#app/features/accounts/components/callback-screen.tsx";
import { sendSignIn } from "#app/features/accounts/components/send-sign-in.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/callback.ts";

// The address of this page may contain a code and is never sent as a referrer; its forms still send an Origin.
export const meta = noIndexMeta("Signing in", { name: "referrer", content: "strict-origin" });

export function headers() {
  return { "Cache-Control": "no-store" };
}

export function action({ request, context }: Route.ActionArgs) {
  return finishSignIn(request, context);
}

export const clientAction = sendSignIn;

export default function Callback({ actionData }: Route.ComponentProps) {
  return <CallbackScreen answer={actionData} />;
}
