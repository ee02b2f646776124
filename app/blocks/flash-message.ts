import { markSignedIn } from "#app/features/auth/store.ts";
import { toast } from "#app/ui/toast.ts";

/** A form that was posted before hydration stores its message in a cookie for 30 seconds. */
export function showFlashMessage(): void {
  const flash = /(?:^|;\s*)oja\.flash=([\w-]+)/.exec(document.cookie)?.[1];
  document.cookie = "oja.flash=; path=/; max-age=0";
  if (flash === "signed-in") {
    markSignedIn(true);
    toast.success("Logged in successfully!", "Welcome back!");
  }
  if (flash === "signed-out") {
    markSignedIn(false);
    toast.success("Signed out successfully", "You have been signed out of your account");
  }
  if (flash === "account-deleted") {
    markSignedIn(false);
    toast.success("Account deleted", "Your account has been successfully deleted.");
  }
  if (flash === "signed-up") {
    toast.success("Account creation initiated!", "Please check your email to confirm your account.");
  }
}
