import { useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { auth, AuthError, type SignOutScope } from "../client.ts";
import { authMessage } from "../rules.ts";

/** Signs out in this browser, with "global" on all devices, and navigates to `to`. */
export function useSignOut(to = "/"): (scope?: Exclude<SignOutScope, "others">) => Promise<void> {
  const navigate = useNavigate();
  return async (scope = "local") => {
    try {
      await auth.signOut(scope);
    } catch (error) {
      toast.error(
        "Sign out failed",
        error instanceof AuthError ? authMessage(error, "Please try again.") : "Please try again.",
      );
      return;
    }
    toast.success("Signed out successfully", "You have been signed out of your account");
    await navigate(to);
  };
}
