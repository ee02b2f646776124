import { useEffect, type FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { RefusedForm } from "#app/lib/forms.ts";
import { SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { Button } from "#app/ui/button.tsx";
import { CONTROL, Field, fieldProps, Input } from "#app/ui/input.tsx";
import { shrinkPicture } from "#app/ui/shrink-picture.ts";
import { SubmissionFields } from "#app/ui/submission-fields.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOpenErrors } from "#app/ui/use-open-errors.ts";
import { CUSTOM_ORDER_PATH } from "../links.ts";
import { refusalTitle } from "../rules.ts";
import { PictureField } from "./picture-field.tsx";

type Props = {
  submissionId: string;
  /** Contact data of the signed-in user. */
  sender: { name: string; email: string; phone: string };
  /** What description and quantity say at first. */
  wish?: string;
  quantity?: number;
  refused: RefusedForm | null;
};

const NO_ERRORS = {};
const FIELDS = ["name", "email", "phone", "description", "quantity", "image"] as const;

/** Form to request a product that the shop does not list. A multipart form; the script only reduces the picture. */
export function CustomOrderForm({ submissionId, sender, wish = "", quantity = 1, refused }: Props) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const isSending = useNavigation().formAction?.startsWith(CUSTOM_ORDER_PATH) ?? false;
  const values: Record<string, string | undefined> = refused?.values ?? {
    ...sender,
    description: wish,
    quantity: `${quantity}`,
  };
  const { errors, onInput } = useOpenErrors(refused?.errors ?? NO_ERRORS);
  const id = values[SUBMISSION_FIELD] ?? submissionId;

  useEffect(() => {
    if (!refused) return;
    toast.error(refusalTitle(refused.message ?? ""), refused.message ?? "Please check the form.");
    const first = FIELDS.find((name) => refused.errors[name]);
    if (first) document.getElementById(`request-${first}`)?.focus();
  }, [refused]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    const image = form.get("image");
    if (image instanceof File && image.size > 0) form.set("image", await shrinkPicture(image), image.name);
    void submit(form, {
      method: "post",
      action: CUSTOM_ORDER_PATH,
      encType: "multipart/form-data",
      preventScrollReset: true,
    });
  }

  const field = (name: (typeof FIELDS)[number]) => ({
    ...fieldProps(`request-${name}`, { error: errors[name] }),
    name,
    defaultValue: values[name],
    "aria-required": true,
  });
  return (
    <Form
      onInput={onInput}
      key={`${id} ${wish}`}
      method="post"
      action={CUSTOM_ORDER_PATH}
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => void send(event)}
      aria-label="Custom order request"
    >
      <SubmissionFields id={id} />
      {refused && !hydrated ? (
        <p role="alert" className="mb-4 rounded-xl bg-clay-soft px-4 py-3 font-semibold text-clay-deep">
          {refusalTitle(refused.message ?? "")}: {refused.message ?? "Please check the form."} If you chose a picture,
          please choose it again.
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <Field id="request-name" label="Name" required error={errors.name} className="sm:col-span-2">
          <Input {...field("name")} autoComplete="name" maxLength={120} />
        </Field>
        <Field id="request-email" label="Email" required error={errors.email}>
          <Input {...field("email")} type="email" autoComplete="email" inputMode="email" maxLength={254} />
        </Field>
        <Field id="request-phone" label="Phone" required error={errors.phone}>
          <Input
            {...field("phone")}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={30}
            placeholder="0803 123 4567"
          />
        </Field>
        <Field
          id="request-description"
          label="Description"
          required
          error={errors.description}
          className="sm:col-span-2"
        >
          <textarea
            {...field("description")}
            rows={6}
            placeholder="What do you need? Brand, size, colour, where it goes, and by when."
            className={`${CONTROL} py-2.5`}
          />
        </Field>
        <Field id="request-quantity" label="Quantity" required error={errors.quantity}>
          <Input {...field("quantity")} type="number" inputMode="numeric" min={1} step={1} />
        </Field>
        <PictureField error={errors.image} />
      </div>
      <Button type="submit" size="lg" className="mt-6 w-full sm:w-auto" disabled={isSending} aria-busy={isSending}>
        {isSending ? "Sending…" : "Send Request"}
      </Button>
    </Form>
  );
}
