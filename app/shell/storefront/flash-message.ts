import { clearSteps } from "#app/features/accounts/components/stored-steps.ts";
import { markSignedIn } from "#app/features/accounts/store.ts";
import { toast } from "#app/ui/toast.ts";

/** `isSignedIn`: what the message says of the session, if anything. */
type Flash = { title: string; text: (store: string) => string; isSignedIn?: boolean };

const FLASHES: Record<string, Flash> = {
  "signed-in": { title: "Logged in successfully!", text: () => "Welcome back!", isSignedIn: true },
  "account-ready": { title: "Your account is ready", text: () => "Add your name in your profile.", isSignedIn: true },
  "account-created": { title: "Account created", text: (store) => `Welcome to ${store}!`, isSignedIn: true },
  confirmed: { title: "Email address confirmed", text: (store) => `Welcome to ${store}!`, isSignedIn: true },
  "signed-up": {
    title: "Account creation initiated!",
    text: () => "Please check your email to confirm your account.",
  },
  "signed-out": {
    title: "Signed out successfully",
    text: () => "You have been signed out of your account",
    isSignedIn: false,
  },
  "account-deleted": {
    title: "Account deleted",
    text: () => "Your account has been successfully deleted.",
    isSignedIn: false,
  },
};

/** Shows the message that a form's redirect left in a cookie for 30 seconds. `store` is the shop's name. */
export function showFlashMessage(store: string): void {
  const name = /(?:^|;\s*)oja\.flash=([\w-]+)/.exec(document.cookie)?.[1] ?? "";
  document.cookie = "oja.flash=; path=/; max-age=0";
  const flash = Object.hasOwn(FLASHES, name) ? FLASHES[name] : undefined;
  if (!flash) return;
  toast.success(flash.title, flash.text(store));
  if (flash.isSignedIn !== undefined) markSignedIn(flash.isSignedIn);
  if (flash.isSignedIn) for (const page of ["login", "signup", "forgot-password"]) clearSteps(page);
}
