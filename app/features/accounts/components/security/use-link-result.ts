import { useEffect } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";

const FAILED = "Google could not be linked. Use the Google account with the same email address.";
/** An account with only a phone number also gets the Google email, unless another account has it. */
const TAKEN = "Google could not be linked. Its email address belongs to another account here.";

type LinkResult = { linked: string | null; linkError: string | null; email: string | null; page: string };

/** Shows the result of linking Google once and resets the URL to `page`. */
export function useLinkResult({ linked, linkError, email, page }: LinkResult): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (linkError === "access_denied") toast.info("Google was not linked", "You cancelled at Google.");
    else if (linkError !== null) toast.error("Error", email ? FAILED : TAKEN);
    if (linked) toast.success("Google linked", "You can now sign in with Google.");
    if (linked || linkError !== null) void navigate(page, { replace: true, preventScrollReset: true });
  }, [linked, linkError, email, page, navigate]);
}
