import type { ComponentProps } from "react";
import { Form, useNavigation } from "react-router";
import type { RefusedForm } from "#app/lib/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { useFocusError } from "#app/ui/use-focus-error.ts";

/** Form to add the SSO provider of an email domain. */
export function SsoProviderForm({ redirectUri, refused }: { redirectUri: string; refused: RefusedForm | null }) {
  const { errors = {}, values = {} } = refused ?? {};
  const form = useFocusError(refused?.errors);
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "add";

  const text = (name: string, label: string, rest: ComponentProps<"input"> & { hint?: string }) => {
    const { hint, ...props } = rest;
    const messages = { hint, error: errors[name] };
    return (
      <Field id={name} label={label} {...messages}>
        <Input
          {...fieldProps(name, messages)}
          name={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          {...props}
        />
      </Field>
    );
  };

  return (
    <section aria-labelledby="add-provider" className="card p-5 sm:p-6">
      <h2 id="add-provider" className="font-display text-xl font-bold">
        Add a provider
      </h2>
      <p className="mt-1 text-muted">
        At the provider, register the shop as a web application with this redirect address:
      </p>
      <p className="mt-2">
        <code className="inline-block max-w-full rounded-xl bg-sand px-3 py-2 text-sm break-all">{redirectUri}</code>
      </p>
      <Form ref={form} method="post" noValidate className="mt-5 grid gap-5 md:grid-cols-2">
        {text("domain", "Email domain", {
          defaultValue: values["domain"],
          placeholder: "example.com",
          hint: "The provider may sign in anybody with an address of this domain: take only one that the company itself runs.",
        })}
        {text("issuer", "Provider's address (issuer)", {
          defaultValue: values["issuer"],
          placeholder: "https://login.example.com",
          inputMode: "url",
          hint: "The shop reads the rest from its OpenID Connect discovery document.",
        })}
        {text("client_id", "Client id", { defaultValue: values["client_id"] })}
        {text("client_secret", "Client secret", {
          type: "password",
          autoComplete: "new-password",
          maxLength: 2000,
          hint: "Kept encrypted, and never shown again.",
        })}
        <Button
          type="submit"
          name="intent"
          value="add"
          aria-disabled={busy}
          aria-busy={busy}
          className="justify-self-start"
        >
          {busy ? "Asking the provider..." : "Add provider"}
        </Button>
      </Form>
    </section>
  );
}
