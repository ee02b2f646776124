import { Mail, MapPin, MessageCircle, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatPhone } from "#app/lib/format-phone.ts";
import { ConfirmForm } from "#app/ui/admin/confirm-form.tsx";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { Badge, type BadgeTone } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import type { SupplierListRow } from "../../queries.server.ts";
import { SUPPLIER_STATUS_LABELS, type SupplierStatus } from "../../rules.ts";

const TONES: Record<SupplierStatus, BadgeTone> = { pending: "low", approved: "good", declined: "out" };
const LINK = "font-medium text-forest underline underline-offset-3 [overflow-wrap:anywhere]";

/** A supplier with its contact data and, with edit permission, its actions. */
export function SupplierRow({
  supplier,
  href,
  mayEdit,
}: {
  supplier: SupplierListRow;
  href: string;
  mayEdit: boolean;
}) {
  const { id, name, status, category, address, whatsapp_contact, email } = supplier;
  const chat = whatsappHref(whatsapp_contact);
  return (
    <article className="card flex h-full flex-col gap-2.5 p-4" data-list-row={id}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-display text-lg leading-snug font-bold [overflow-wrap:anywhere]">{name}</h2>
        <Badge tone={TONES[status]}>{SUPPLIER_STATUS_LABELS[status]}</Badge>
      </div>
      <p>
        <Badge tone="info">{category ?? "Uncategorized"}</Badge>
      </p>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        <Fact icon={<MapPin />}>{address}</Fact>
        <Fact icon={<MessageCircle />}>
          {chat ? (
            <a href={chat} target="_blank" rel="noopener noreferrer" className={LINK}>
              {formatPhone(whatsapp_contact)}
            </a>
          ) : (
            whatsapp_contact
          )}
        </Fact>
        <Fact icon={<Mail />}>
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        </Fact>
      </ul>
      <p className="text-sm text-muted">Registered {formatDate(supplier.created_at)}</p>
      {mayEdit ? (
        <div className="mt-auto flex flex-wrap items-center gap-1 border-t border-line pt-2">
          <Review id={id} name={name} status={status} />
          <OpenLink to={href} data-row-link aria-label={`Edit ${name}`} className={buttonClass("ghost", "sm")}>
            <Pencil aria-hidden className="size-4.5" />
            Edit
          </OpenLink>
          <ConfirmForm
            id={id}
            label={`Delete ${name}`}
            title="Delete this supplier?"
            text={`${name} leaves the list of suppliers, and stays in the trash for 30 days. Its products stay.`}
          />
        </div>
      ) : null}
    </article>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span aria-hidden className="mt-0.5 text-muted [&_svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

const DECISIONS = [
  { value: "approved", label: "Approve", variant: "soft" },
  { value: "declined", label: "Decline", variant: "ghost" },
] as const;

/** Buttons for the decisions that differ from the current status; the supplier is notified by mail. */
function Review({ id, name, status }: { id: string; name: string; status: SupplierStatus }) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-1">
      <input type="hidden" name="id" value={id} />
      {DECISIONS.map(({ value, label, variant }) =>
        status === value ? null : (
          <Button
            key={value}
            type="submit"
            name="intent"
            value={value}
            variant={variant}
            size="sm"
            data-row-status
            aria-label={`${label} ${name}`}
          >
            {label}
          </Button>
        ),
      )}
    </Form>
  );
}
