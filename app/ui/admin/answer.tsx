import { useEffect, useEffectEvent } from "react";
import type { FormResult } from "#app/lib/forms.ts";
import { cx } from "../class-names.ts";
import { toast } from "../toast.ts";

/** Result of an admin form; a success carries its toast. */
export type Answer = FormResult<{ title: string; text?: string }>;

type Shown = Extract<Answer, { ok: true }> | { ok: false; message?: string };

/** Shows each action result once as a toast, a refusal's message under the title `failed`; `onDone` runs after a success. */
export function useAnswer(answer: Shown | undefined, failed?: string, onDone?: () => void): void {
  const finish = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (answer?.ok) {
      toast.success(answer.title, answer.text);
      finish();
    } else if (answer?.message) {
      if (failed) toast.error(failed, answer.message);
      else toast.error(answer.message);
    }
  }, [answer, failed]);
}

/** The reason of a refusal, on the page. */
export function Refusal({
  answer,
  className,
}: {
  answer: { ok: boolean; message?: string } | undefined;
  className?: string;
}) {
  if (!answer || answer.ok || !answer.message) return null;
  return (
    <p role="alert" className={cx("rounded-xl bg-clay-soft px-4 py-2.5 font-medium text-clay-deep", className)}>
      {answer.message}
    </p>
  );
}
