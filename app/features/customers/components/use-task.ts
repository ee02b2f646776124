import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { wasSignedOut } from "#app/features/auth/components/use-signed-out.ts";
import { toast } from "#app/ui/toast.ts";
import { isRefusal, refusalMessage } from "../rules.ts";

/**
 * One piece of work at a time: `run` answers whether it succeeded, says why not in a toast, and brings the page's data
 * up to date when it did, or when the session is over, which leads to the login. `fallback` is said where the service
 * has no words of its own; what it refused with words stays in `refused` until `forget` or the next run.
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

  return { busy, run, refused, forget: () => setRefused("") };
}
