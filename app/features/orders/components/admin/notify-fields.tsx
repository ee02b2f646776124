import { useId } from "react";
import { NotifyTick } from "#app/ui/admin/notify-tick.tsx";
import { CONTROL, Label } from "#app/ui/input.tsx";
import { MESSAGE_LENGTH, noticeChannel, type OrderContact } from "../../rules/updates.ts";

type Props = { contact: OrderContact; message: string; notifyByDefault: boolean };

/** Checkbox and message for notifying the customer of a change. Renders nothing when the customer cannot be reached. */
export function NotifyFields({ contact, message, notifyByDefault }: Props) {
  const id = useId();
  const way = noticeChannel(contact);
  if (!way) return <p className="text-sm text-muted">This customer left no email address or phone number.</p>;
  return (
    <div className="group/notify grid gap-2 rounded-xl border border-line p-3">
      <NotifyTick notifyByDefault={notifyByDefault}>
        Tell the customer
        <span className="block text-sm font-normal break-all text-muted">
          {way === "mail" ? `by mail to ${contact.customer_email}` : `by SMS to ${contact.customer_phone}`}
        </span>
      </NotifyTick>
      <div className="hidden gap-1.5 group-has-[[name=notify]:checked]/notify:grid">
        <Label htmlFor={id}>Message</Label>
        <textarea
          id={id}
          name="message"
          rows={3}
          maxLength={MESSAGE_LENGTH}
          defaultValue={message}
          className={`${CONTROL} py-2.5`}
        />
      </div>
    </div>
  );
}
