import { pageTitle } from "#app/blocks/root-data.ts";
import { finishSignIn } from "#app/features/auth/commands/auth-actions.server.ts";
import { CallbackScreen } from "#app/features/auth/components/callback-screen.tsx";
import type { Route } from "./+types/callback.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Signing in") },
  { name: "robots", content: "noindex" },
  // No address of this page, which may hold a code, is told to anybody; its forms still say where they come from.
  { name: "referrer", content: "strict-origin" },
];

export function headers() {
  return { "Cache-Control": "no-store" };
}

export function action({ request, context }: Route.ActionArgs) {
  return finishSignIn(request, context);
}

export default function Callback({ actionData }: Route.ComponentProps) {
  return <CallbackScreen answer={actionData} />;
}
