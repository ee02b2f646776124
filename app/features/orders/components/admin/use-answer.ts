import { useEffect, useEffectEvent } from "react";
import type { FormResult } from "#app/lib/forms.ts";
import { toast } from "#app/ui/toast.ts";

export type Answer = FormResult<{ title: string; text: string }>;

/** Shows each action result once as a toast; `onDone` runs after a success. */
export function useAnswer(answer: Answer | undefined, failed: string, onDone?: () => void): void {
  const finish = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) return toast.error(failed, answer.message);
    toast.success(answer.title, answer.text);
    finish();
  }, [answer, failed]);
}
