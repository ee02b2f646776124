import { useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { auth, AuthError } from "../client.ts";
import { authMessage } from "../rules.ts";

/** Signs this browser out and goes home; other devices stay signed in. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await auth.signOut("local");
    } catch (error) {
      toast.error(
        "Sign out failed",
        error instanceof AuthError ? authMessage(error, "Please try again.") : "Please try again.",
      );
      return;
    }
    toast.success("Signed out successfully", "You have been signed out of your account");
    await navigate("/");
  };
}
