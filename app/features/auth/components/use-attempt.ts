import { useState } from "react";
import { toast } from "#app/ui/toast.ts";
import { AuthError } from "../client.ts";
import { AUTH_FAILED, authMessage } from "../rules.ts";

type Words = {
  fallback?: string;
  onRefusal?: (error: AuthError) => void;
  /** Tells attempts of one screen apart, for the words on their buttons. */
  name?: string;
};

/**
 * One attempt at a time at something that the sign-in service may refuse. A refusal stands in `problem`, for the red
 * box, and in a toast. `attempt` answers whether it went well; `tell` sets the red box by hand; `doing` is the name of the
 * attempt that is on its way.
 */
export function useAttempt(first: string | null = null) {
  const [doing, setDoing] = useState<string | null>(null);
  const busy = doing !== null;
  const [problem, tell] = useState<string | null>(first);

  async function attempt(
    action: () => Promise<void>,
    { fallback = AUTH_FAILED, onRefusal, name = "" }: Words = {},
  ): Promise<boolean> {
    if (busy) return false;
    setDoing(name);
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
      setDoing(null);
    }
  }

  return { busy, doing, problem, attempt, tell };
}
