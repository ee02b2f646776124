import type { FormEvent } from "react";
import { Form, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../client.ts";
import { Problem, TEXT_LINK } from "./auth-card.tsx";
import { CodeField, textOf } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type PhoneCodeFormProps = { phone: string; ticket: string; error?: string | null; onBack: () => void };

/** The last step of a sign-up with a phone number: the code from its SMS makes the account. */
export function PhoneCodeForm({ phone, ticket, error, onBack }: PhoneCodeFormProps) {
  const navigate = useNavigate();
  const { busy, problem, attempt } = useAttempt(error);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = textOf(event.currentTarget, "code").replaceAll(/\s/g, "");
    await attempt(async () => {
      await auth.verifyPhoneSignUp(ticket, code);
      toast.success("Account created", "Welcome to Oja!");
      await navigate("/");
    });
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <p>
          We sent a code by SMS to <b className="font-semibold whitespace-nowrap">{phone}</b>. Enter it to finish your
          account. It works for five minutes.
        </p>
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="phone" value={phone} />
        <CodeField />
        <Button type="submit" size="lg" aria-disabled={busy}>
          Confirm number
        </Button>
      </Form>
      <button
        type="button"
        className={`-my-2 min-h-11 justify-self-start text-[0.9375rem] ${TEXT_LINK}`}
        onClick={onBack}
      >
        Change the number or send a new code
      </button>
    </>
  );
}
