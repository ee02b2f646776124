import { useEffect } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";

const FAILED = "Google could not be linked. Use the Google account with the same email address.";
/** Whoever has only a number brings the address along, unless it is somebody else's. */
const TAKEN = "Google could not be linked. Its email address belongs to another account here.";

type LinkResult = { linked: string | null; linkError: string | null; email: string | null; page: string };

/** Says once what became of linking Google, and takes it out of the address, which is `page` again. */
export function useLinkResult({ linked, linkError, email, page }: LinkResult): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (linkError === "access_denied") toast.info("Google was not linked", "You cancelled at Google.");
    else if (linkError !== null) toast.error("Error", email ? FAILED : TAKEN);
    if (linked) toast.success("Google linked", "You can now sign in with Google.");
    if (linked || linkError !== null) void navigate(page, { replace: true, preventScrollReset: true });
  }, [linked, linkError, email, page, navigate]);
}
