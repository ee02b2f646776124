import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { NEWSLETTER_PATH } from "../rules.ts";

export type NewsletterMessages = { invalid: string; tooMany: string; failed: string };

type NewsletterFormProps = {
  messages: NewsletterMessages;
  /** Stored with the consent. */
  source: "home" | "footer";
  /** Delay in ms after which `onDone` is called, unless the server has refused the address by then. */
  doneAfterMs: number;
  onDone: () => void;
  /** Called when a refusal arrives after `onDone`; the form itself shows the error. */
  onProblem?: (sentence: string) => void;
  className?: string;
};

/** Newsletter form with an email field. Submits by fetch; a plain form post without JavaScript. */
export function NewsletterForm({ messages, source, doneAfterMs, onDone, onProblem, className }: NewsletterFormProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const value = new FormData(form).get("email");
    const email = typeof value === "string" ? value.trim() : "";
    if (email === "") return;
    setError(null);
    setBusy(true);
    timer.current = setTimeout(() => {
      setBusy(false);
      form.reset();
      onDone();
    }, doneAfterMs);
    void record(email, source, messages).then((problem) => {
      if (problem === null) return;
      clearTimeout(timer.current);
      setBusy(false);
      setError(problem);
      onProblem?.(problem);
    });
  }

  return (
    <form method="post" action={NEWSLETTER_PATH} onSubmit={onSubmit} className={className}>
      <input type="hidden" name="source" value={source} />
      <label htmlFor={id} className="sr-only">
        Email address
      </label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="Your email"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="min-w-0 flex-1 basis-32"
        />
        <Button type="submit" aria-disabled={busy} aria-busy={busy}>
          Subscribe
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className={cx("text-sm font-medium", error && "mt-2")}>
        {error}
      </p>
    </form>
  );
}

/** Submits the address; returns null or an error message. */
async function record(email: string, source: string, messages: NewsletterMessages): Promise<string | null> {
  try {
    const response = await fetch(NEWSLETTER_PATH, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ email, source }),
      keepalive: true,
    });
    if (response.ok) return null;
    if (response.status === 422) return messages.invalid;
    return response.status === 429 ? messages.tooMany : messages.failed;
  } catch {
    return messages.failed;
  }
}
