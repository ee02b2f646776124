import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { isRefusal, refusalMessage } from "../../rules/security.ts";
import { wasSignedOut } from "../use-signed-out.ts";

/**
 * Runs one task at a time. `run` returns whether it succeeded, shows errors as a toast and revalidates the page after
 * success or an expired session, which redirects to login. `fallback` is the default error; the service's own message
 * stays in `refused` until `clearRefusal` or the next run.
 */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const running = useRef(false);
  const { revalidate } = useRevalidator();

  async function run(work: () => Promise<unknown>, fallback: string): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setRefused("");
    try {
      await work();
      await revalidate();
      return true;
    } catch (error) {
      if (await wasSignedOut(error)) {
        await revalidate();
        return false;
      }
      const message = refusalMessage(error, fallback);
      toast.error("Error", message);
      if (isRefusal(error)) setRefused(message);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, run, refused, clearRefusal: () => setRefused("") };
}
