import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { useFetcher } from "react-router";
import { toast } from "#app/ui/toast.ts";
import type { SignInFormResult, SignInStep } from "../commands/auth-actions.server.ts";
import { codeIn, emptyCode } from "./fields.tsx";

export type SignInForm = ReturnType<typeof useSignInForm>;

/**
 * The forms of a sign-in page, sent to its action. A refusal is shown in `problem` (the error box) and as a toast, and
 * empties a wrong code; `onStep` gets the next step. `first`: the answer to a form that was posted without the script.
 * A page with such forms has `clientAction = sendSignIn`.
 */
export function useSignInForm(first: SignInFormResult | undefined, onStep: (step: SignInStep) => void = () => {}) {
  const { Form, data, state, formData, submit } = useFetcher<SignInFormResult>();
  const form = useRef<HTMLFormElement>(null);
  // A new code may arrive, and be typed, before the answer to the request for it.
  const sentCode = useRef("");
  const answer = data ?? first;
  const [problem, setProblem] = useState(first?.ok === false ? (first.message ?? null) : null);
  const busy = state !== "idle";

  const onAnswer = useEffectEvent((latest: SignInFormResult) => {
    if (!latest.ok) fail(latest.message ?? "");
    else if (latest.step) onStep(latest.step);
    if (latest.ok || latest.isChecked) emptyCode(form.current, sentCode.current);
  });
  useEffect(() => {
    if (data) onAnswer(data);
  }, [data]);

  function fail(message: string, title = "Error"): void {
    setProblem(message);
    toast.error(title, message);
  }

  return {
    Form,
    /** For the form on screen. */
    props: {
      ref: form,
      method: "post" as const,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (busy) return event.preventDefault();
        sentCode.current = codeIn(event.currentTarget);
        setProblem(null);
      },
    },
    busy,
    /** Whether a form with this field is on its way. */
    isSending: (field: string) => busy && formData?.has(field) === true,
    /** Whether a form was answered since the page was loaded. */
    isAnswered: data !== undefined,
    /** The values of a form that was refused or left, and the step that an answer names. */
    values: answer?.ok === false ? answer.values : {},
    step: answer?.step,
    problem,
    setProblem,
    fail,
    /** Sends fields that no form on screen has. */
    send(fields: Record<string, string>, action?: string): void {
      if (busy) return;
      sentCode.current = codeIn(form.current);
      setProblem(null);
      void submit(fields, { method: "post", ...(action && { action }) });
    },
  };
}
