import { useEffect, useEffectEvent } from "react";
import type { FormResult } from "#app/lib/forms.ts";
import { toast } from "#app/ui/toast.ts";

export type Answer = FormResult<{ title: string; text: string }>;

/** Says in a toast what an action answered, once for each answer; `onDone` runs when it was done. */
export function useAnswer(answer: Answer | undefined, failed: string, onDone?: () => void): void {
  const finish = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) return toast.error(failed, answer.message);
    toast.success(answer.title, answer.text);
    finish();
  }, [answer, failed]);
}
