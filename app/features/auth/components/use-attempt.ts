import { useState } from "react";
import { toast } from "#app/ui/toast.ts";
import { AuthError } from "../client.ts";
import { AUTH_FAILED, authMessage } from "../rules.ts";

type Words = { fallback?: string; onRefusal?: (error: AuthError) => void };

/**
 * One attempt at a time at something that the sign-in service may refuse. A refusal stands in `problem`, for the red
 * box, and in a toast. `attempt` answers whether it went well; `tell` sets the red box by hand.
 */
export function useAttempt(first: string | null = null) {
  const [busy, setBusy] = useState(false);
  const [problem, tell] = useState<string | null>(first);

  async function attempt(
    action: () => Promise<void>,
    { fallback = AUTH_FAILED, onRefusal }: Words = {},
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    tell(null);
    try {
      await action();
      return true;
    } catch (error) {
      const message = error instanceof AuthError ? authMessage(error, fallback) : fallback;
      tell(message);
      toast.error("Error", message);
      if (error instanceof AuthError) onRefusal?.(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, attempt, tell };
}
