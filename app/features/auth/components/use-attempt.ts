import { useState } from "react";
import { toast } from "#app/ui/toast.ts";
import { AuthError } from "../client.ts";
import { AUTH_FAILED, authMessage } from "../rules.ts";

type Options = {
  fallback?: string;
  onRefusal?: (error: AuthError) => void;
  /** Distinguishes several attempts of one screen, for their button labels. */
  name?: string;
};

/**
 * Runs one request at a time to the sign-in service. A refusal is shown in `problem` (the error box) and as a toast.
 * `attempt` returns whether it succeeded; `setProblem` sets the box; `doing` is the name of the running attempt.
 */
export function useAttempt(first: string | null = null) {
  const [doing, setDoing] = useState<string | null>(null);
  const busy = doing !== null;
  const [problem, setProblem] = useState<string | null>(first);

  async function attempt(
    action: () => Promise<void>,
    { fallback = AUTH_FAILED, onRefusal, name = "" }: Options = {},
  ): Promise<boolean> {
    if (busy) return false;
    setDoing(name);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      const message = error instanceof AuthError ? authMessage(error, fallback) : fallback;
      setProblem(message);
      toast.error("Error", message);
      if (error instanceof AuthError) onRefusal?.(error);
      return false;
    } finally {
      setDoing(null);
    }
  }

  return { busy, doing, problem, attempt, setProblem };
}
