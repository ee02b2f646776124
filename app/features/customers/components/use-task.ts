import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { refusalMessage } from "../rules.ts";

/**
 * One piece of work at a time: `run` answers whether it succeeded, says why not in a toast, and brings the page's data
 * up to date when it did. `fallback` is said where the service has no words of its own.
 */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { revalidate } = useRevalidator();

  async function run(work: () => Promise<unknown>, fallback: string): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      await revalidate();
      return true;
    } catch (error) {
      toast.error("Error", refusalMessage(error, fallback));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, run };
}
