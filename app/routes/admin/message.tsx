import { Mail, MessageCircle } from "lucide-react";
import { useEffect } from "react";
import { data, redirect, useFetcher } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { deleteMessage, markMessageRead } from "#app/features/messages/commands.server.ts";
import { MESSAGES } from "#app/features/messages/links.ts";
import { messageById } from "#app/features/messages/queries.server.ts";
import { DELETE_FAILED } from "#app/features/messages/rules.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatPhone } from "#app/lib/format-phone.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/message.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("messages.view")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const message = found(await messageById(context.get(shopContext).db, params.id));
  return message;
}

/** "read" when the message is opened (a failure is only logged), and "delete". */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  const intent = form.get("intent");
  try {
    if (intent === "read") return void (await markMessageRead(shop, actor, params.id));
    if (intent !== "delete") throw data(null, { status: 400 });
    const deleted = await deleteMessage(shop, actor, params.id);
    if (deleted.ok || deleted.reason === "unknown")
      return redirect(listHref(MESSAGES, readList(MESSAGES, url.searchParams)), 303);
    return data(refuseForm(form, {}, { message: "You may not delete messages." }), { status: 403 });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    shop.log.error({ err: error }, `a message was not changed: ${intent}`);
    if (intent === "read") return;
    return data(refuseForm(form, {}, { message: "Please try again in a moment." }), { status: 503 });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isDeleting = (await request.clone().formData()).get("intent") === "delete";
  try {
    const answer = await serverAction();
    if (answer) toast.error(DELETE_FAILED, answer.message);
    return answer;
  } catch (error) {
    if (isDeleting && error instanceof Response) toast.success("Message deleted");
    throw error;
  }
}

/** A number that the sender did not give says where it comes from. */
const phoneText = (phone: string, isKnown: boolean) =>
  isKnown ? `${formatPhone(phone)}, from an account or order with this email address` : formatPhone(phone);

/** A message in a dialog over the list that it was opened from. Opening it marks it as read. */
export default function Message({ loaderData: message }: Route.ComponentProps) {
  const may = useRights();
  const { submit } = useFetcher();
  const isNew = !message.is_read;
  useEffect(() => {
    if (isNew) void submit({ intent: "read" }, { method: "post" });
  }, [isNew, submit]);

  const phone = message.phone ?? message.known_phone;
  const whatsapp = phone && whatsappHref(phone, `Hello ${message.name}, thank you for your message. `);
  const facts = [
    ["From", message.name],
    ["Email", message.email],
    ...(phone ? [[message.phone ? "Phone" : "On record", phoneText(phone, message.phone === null)]] : []),
    ["Subject", message.subject],
    ["Received", formatDateTime(message.created_at)],
  ];
  return (
    <RouteDialog title={`Message from ${message.name}`} closeTo={MESSAGES}>
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-3">
            <dt className="w-20 text-muted">{name}</dt>
            <dd className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 text-sm font-semibold text-muted">Message</h3>
      <p className="mt-1 max-h-[45dvh] overflow-y-auto rounded-xl bg-sand p-4 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message.message}
      </p>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <a
            href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`}
            className={buttonClass("outline", "sm")}
          >
            <Mail aria-hidden className="size-4.5" />
            Reply by email
          </a>
          {whatsapp ? (
            <a href={whatsapp} target="_blank" rel="noreferrer" className={buttonClass("outline", "sm")}>
              <MessageCircle aria-hidden className="size-4.5" />
              Reply by WhatsApp
            </a>
          ) : null}
        </div>
        {may("messages.edit") ? (
          <ConfirmForm
            id={message.id}
            label={`Delete the message of ${message.name}`}
            title="Delete this message?"
            text="It stays in the trash for 30 days."
          />
        ) : null}
      </div>
    </RouteDialog>
  );
}
