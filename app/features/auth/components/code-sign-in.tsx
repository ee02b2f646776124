import { useState, type FormEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth, type SignInResult } from "../client.ts";
import { whoIs } from "../rules.ts";
import { Problem, TEXT_LINK } from "./auth-card.tsx";
import { CodeField, textOf, WhoField } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type CodeSignInProps = { who: string; onArrived: (result: SignInResult) => void; onBack: () => void };

/** Sign-in with a code by SMS or mail. Whoever has no account yet gets one with it. */
export function CodeSignIn({ who, onArrived, onBack }: CodeSignInProps) {
  const { busy, problem, attempt } = useAttempt();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function send(to: string) {
    const person = whoIs(to);
    const sent = await attempt(() => auth.signInWithOtp(person));
    if (!sent) return;
    setSentTo(to.trim());
    toast.success("Code sent", person.phone ? "Check your messages." : "Check your email.");
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (sentTo === null) return await send(textOf(form, "who"));
    const token = textOf(form, "code").replaceAll(/\s/g, "");
    await attempt(async () => onArrived(await auth.verifyOtp({ ...whoIs(sentTo), token })));
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <form onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        {sentTo === null ? (
          <>
            <p className="text-muted">We send you a code with 6 digits. No password needed.</p>
            <WhoField value={who} autoComplete="tel" takesFocus />
          </>
        ) : (
          <>
            <p>
              Enter the code that we sent to <b className="font-semibold break-words">{sentTo}</b>. It works for five
              minutes.
            </p>
            <CodeField />
          </>
        )}
        <Button type="submit" size="lg" aria-disabled={busy}>
          {sentTo === null ? "Send code" : "Log in"}
        </Button>
      </form>
      <div className="-my-2 flex flex-wrap justify-between gap-x-6 text-[0.9375rem]">
        <button type="button" className={`min-h-11 ${TEXT_LINK}`} onClick={onBack}>
          Use a password
        </button>
        {sentTo === null ? null : (
          <button type="button" className={`min-h-11 ${TEXT_LINK}`} onClick={() => void send(sentTo)}>
            Send a new code
          </button>
        )}
      </div>
    </>
  );
}
