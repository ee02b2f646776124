import { answerAdminSecondFactor } from "#app/features/auth/commands/office-posts.server.ts";
import { AdminSecondFactor } from "#app/features/auth/components/admin-second-factor.tsx";
import { requireUnprovenAdmin, userContext } from "#app/features/auth/middleware.server.ts";
import type { Route } from "./+types/second-factor.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Second factor | Oja" },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireUnprovenAdmin];

export function loader({ context }: Route.LoaderArgs) {
  return { isEnrolled: context.get(userContext).has_second_factor };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerAdminSecondFactor(request, context);
}

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminSecondFactor isEnrolled={loaderData.isEnrolled} answer={actionData} />;
}
