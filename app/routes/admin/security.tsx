import { requireAdmin, userContext } from "#app/features/auth/middleware.server.ts";
import { SecondFactor } from "#app/features/customers/components/second-factor.tsx";
import { securityOf } from "#app/features/customers/queries.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/security.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Your second factor | Oja" },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(shopContext);
  const { id, has_second_factor: isOn } = context.get(userContext);
  const security = await securityOf(db, id);
  return { isOn, hasPassword: security?.has_password ?? false, isRequired: env.ADMIN_SECOND_FACTOR };
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { isOn, hasPassword, isRequired } = loaderData;
  return (
    <>
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Your second factor</h1>
      <p className="mt-2 mb-7 max-w-2xl text-muted">
        {isRequired
          ? "This shop lets admins in only with a second factor. If you turn yours off, you set up another one at once."
          : "With one, whoever has only your password does not get in. It is worth its trouble for an admin."}
      </p>
      <SecondFactor enabled={isOn} hasPassword={hasPassword} />
    </>
  );
}
