import { Form } from "react-router";
import { ContactButtons } from "#app/features/settings/components/admin/contact-buttons.tsx";
import { formatPhone } from "#app/lib/format-phone.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CustomOrder } from "../../queries.server.ts";
import type { AdminAnswer } from "../../rules.ts";
import { requestNumber } from "../../rules.ts";
import { OfferCard } from "../offer-card.tsx";
import { RequestView } from "../request-view.tsx";
import { RequestBadge } from "../status-badge.tsx";
import { OfferForm } from "./offer-form.tsx";
import { StatusButtons } from "./status-buttons.tsx";

type Props = {
  request: CustomOrder;
  /** The sender's phone number in international format, if valid. */
  dial: string;
  mayEdit: boolean;
  answer?: AdminAnswer;
};

/** All data of a request: sender, description, statuses, offers. */
export function RequestDetails({ request, dial, mayEdit, answer }: Props) {
  const hasOpen = request.offers.some(({ state }) => state === "open");
  const isPaid = request.offers.some(({ state }) => state === "accepted");
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RequestBadge status={request.status} />
        <div className="flex flex-wrap gap-2">
          {mayEdit ? <StatusButtons request={request} number={requestNumber(request.id)} /> : null}
        </div>
      </div>
      <section aria-label="Sender" className="grid gap-2">
        <p className="font-semibold break-words">{request.name}</p>
        <p className="break-words text-muted">
          {request.email} · {formatPhone(request.phone)}
        </p>
        <ContactButtons phone={dial} email={request.email} variant="outline" />
      </section>
      <section aria-label="What is asked for">
        <RequestView request={request} />
      </section>
      {request.offers.length > 0 ? (
        <section aria-label="Offers" className="grid gap-3">
          {request.offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer}>
              {offer.order_id ? (
                <Link to={`/admin/orders/${offer.order_id}`} className={buttonClass("outline", "sm", "mt-3")}>
                  See the order
                </Link>
              ) : null}
              {offer.state === "open" && mayEdit ? (
                <Form method="post" preventScrollReset className="mt-3">
                  <input type="hidden" name="intent" value="withdraw" />
                  <input type="hidden" name="id" value={request.id} />
                  <input type="hidden" name="version" value={request.version} />
                  <input type="hidden" name="offer_id" value={offer.id} />
                  <Button type="submit" variant="ghost" size="sm">
                    Withdraw offer
                  </Button>
                </Form>
              ) : null}
            </OfferCard>
          ))}
        </section>
      ) : null}
      {mayEdit && !isPaid ? (
        <section aria-label="New offer">
          <h3 className="mb-3 font-display text-lg font-bold">Make an offer</h3>
          <OfferForm key={request.id} request={request} hasOpen={hasOpen} answer={answer} />
        </section>
      ) : null}
    </div>
  );
}
