import { data, Form, redirect } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { returnCookie } from "#app/features/accounts/rules/return-path.ts";
import { invitationOf, joinStaff } from "#app/features/staff/commands/invitations.server.ts";
import { JOIN_PATH } from "#app/features/staff/links.ts";
import { ROLE_LABELS } from "#app/features/staff/rules.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { readForm } from "#app/platform/body.server.ts";
import { cacheTagsContext, shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/join-staff.ts";

export const meta = noIndexMeta("Join the staff");

const NO_STORE = { "Cache-Control": "no-store" };
const REFUSALS = {
  forbidden: "You are already on the staff.",
  unknown: "This invitation was used, withdrawn, or is older than a week. Please ask for a new one.",
  other_address: "This invitation is for another email address. Log in with the account of that address.",
  unconfirmed: "Please confirm your email address first. The link is in the email that we sent you.",
};

/** The page of an invitation link: anyone with the token sees the invited address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(cacheTagsContext).mayCache = false;
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const invitation = await invitationOf(context.get(shopContext).db, token);
  if (!invitation) return data({ token, email: null, role: "", isSignedIn: false }, { status: 404, headers: NO_STORE });
  const user = await sessionUser(request, context);
  // The next login or sign-up returns here.
  const headers = new Headers(NO_STORE);
  if (!user) headers.set("Set-Cookie", returnCookie(`${JOIN_PATH}?token=${encodeURIComponent(token)}`));
  const { email, staff_role } = invitation;
  return data({ token, email, role: ROLE_LABELS[staff_role], isSignedIn: user !== null }, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const joined = await joinStaff(
    context.get(shopContext),
    await sessionUser(request, context),
    form.get("token") ?? "",
  );
  if (joined.ok) return redirect("/login?next=/admin", 303);
  const status = joined.reason === "unknown" ? 404 : 403;
  return data(refuseForm(form, {}, { message: REFUSALS[joined.reason] }), { status, headers: NO_STORE });
}

export default function JoinStaff({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, role, isSignedIn } = loaderData;
  return (
    <div className="page-width max-w-xl py-12">
      <h1 className="font-display text-3xl font-bold">Join the staff</h1>
      {actionData ? (
        <p role="alert" className="mt-4 rounded-xl bg-clay-soft px-4 py-3 text-clay-deep">
          {actionData.message}
        </p>
      ) : null}
      {email === null ? <p className="mt-4">{REFUSALS.unknown}</p> : null}
      {email !== null && isSignedIn ? (
        <Form method="post" className="mt-4 grid gap-4">
          <p>
            You are invited as {role}, with the account of {email}. You will be asked to log in again.
          </p>
          <input type="hidden" name="token" value={token} />
          <Button type="submit">Join</Button>
        </Form>
      ) : null}
      {email !== null && !isSignedIn ? (
        <div className="mt-4 grid gap-4">
          <p>
            You are invited as {role}. Log in with the account of {email}, or make one, and you come back here.
          </p>
          <div className="flex flex-wrap gap-3">
            <Link to="/login" className={buttonClass("primary")}>
              Log in
            </Link>
            <Link to="/signup" className={buttonClass("outline")}>
              Sign up
            </Link>
          </div>
        </div>
      ) : null}
    </div>
  );
}
