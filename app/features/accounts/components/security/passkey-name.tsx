import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Security } from "../../queries/security.server.ts";
import type { SecurityAnswerTo } from "../../rules/security.ts";
import { RenderedForField } from "./rendered-for.tsx";

type Props = { passkey: Security["passkeys"][number]; answer: SecurityAnswerTo<"passkey"> };

/** Renames a passkey. Uses a native disclosure; works without JavaScript. */
export function PasskeyName({ passkey, answer }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const sent = useNavigation().formData;
  const busy = sent?.get("intent") === "rename-passkey" && sent.get("id") === passkey.id;
  const mine = answer?.id === passkey.id ? answer : null;
  const refused = mine?.ok === false ? mine : null;
  const id = `passkey-${passkey.id}`;

  useEffect(() => {
    if (!mine) return;
    if (mine.ok) {
      toast.success("Passkey renamed");
      if (!box.current) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    } else {
      if (mine.message) toast.error("Error", mine.message);
      document.getElementById(id)?.focus();
    }
  }, [mine, id]);

  return (
    <details ref={box} name="passkey-name" open={refused ? true : undefined} className="group/name">
      <summary className="mt-1.5 -ml-2 inline-flex min-h-11 cursor-pointer list-none items-center rounded-xl px-2 text-sm font-semibold text-forest underline [&::-webkit-details-marker]:hidden">
        Rename<span className="sr-only"> {passkey.name || "passkey"}</span>
      </summary>
      <Form noValidate method="post" preventScrollReset className="grid max-w-md gap-3 pt-1 pb-2">
        <RenderedForField />
        <input type="hidden" name="intent" value="rename-passkey" />
        <input type="hidden" name="id" value={passkey.id} />
        <Field id={id} label="Name" error={refused?.errors.name}>
          <Input
            {...fieldProps(id, { error: refused?.errors.name })}
            key={passkey.name}
            name="name"
            defaultValue={refused?.values.name ?? passkey.name ?? ""}
            maxLength={60}
            autoComplete="off"
          />
        </Field>
        <Button type="submit" size="sm" className="justify-self-start" aria-disabled={busy} aria-busy={busy}>
          Save name
        </Button>
      </Form>
    </details>
  );
}
