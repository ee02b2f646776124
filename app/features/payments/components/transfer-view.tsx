import { Form, useNavigation } from "react-router";
import { formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { findPaymentHref, payHref } from "../links.ts";
import type { AwaitedTransfer } from "../rules/transfer-page.ts";
import { AccountClock } from "./account-clock.tsx";
import { AccountDetails } from "./account-details.tsx";
import { FindPaymentLink } from "./find-payment-link.tsx";
import { SendOn } from "./send-on.tsx";

/** The account number of a transfer while it is awaited, and what can be done instead. */
export function TransferView({ token, view }: { token: string; view: AwaitedTransfer }) {
  const { state, account, amount_kobo, ends_at, now, url, bank, may_use_card } = view;
  const isOpen = state === "open";
  return (
    <>
      {isOpen ? (
        <>
          <p className="mt-2 mb-4 text-center text-muted">
            Send exactly this amount, once, from any bank app. This page becomes your order as soon as the money
            arrives.
          </p>
          <AccountDetails account={account} amount_kobo={amount_kobo} />
          <div className="mt-4">
            <AccountClock key={ends_at} ends_at={ends_at} now={now} />
          </div>
          {bank ? (
            <p className="mt-3 text-center text-sm print:hidden">
              Demo shop: no money moves.{" "}
              <a href={bank} target="_blank" rel="noreferrer" className="font-semibold text-forest underline">
                Open the demo&rsquo;s bank app
              </a>
            </p>
          ) : null}
          <section aria-labelledby="wrong-amount" className="mt-6 border-t border-line pt-5">
            <h2 id="wrong-amount" className="font-display text-xl font-bold">
              If the amount was wrong
            </h2>
            <p className="mt-1 text-muted">
              The bank returns any other amount, also a second or a late transfer. Then send exactly{" "}
              {formatNaira(amount_kobo)} again, to the same account number while it is valid.
            </p>
          </section>
          <p className="mt-4 hidden text-center print:block">{url}</p>
          <SendOn account={account} amount_kobo={amount_kobo} ends_at={ends_at} url={url} />
        </>
      ) : (
        <EndedAccount />
      )}
      {may_use_card ? <ByCard /> : null}
      <FindPaymentLink
        question="Your bank says ‘sent’, and nothing happens here?"
        token={token}
        className="mt-6 border-t border-line pt-5 text-muted print:hidden"
      />
      <NoScriptReload token={token} />
    </>
  );
}

function ByCard() {
  return (
    <section aria-labelledby="by-card" className="mt-6 border-t border-line pt-5 print:hidden">
      <h2 id="by-card" className="font-display text-xl font-bold">
        Paid by card after all
      </h2>
      <p className="mt-1 text-muted">
        On the payment provider&rsquo;s page, by card or USSD. If a transfer arrives as well, you have paid twice, and
        we send one of the two back.
      </p>
      <RestartButton intent="card" label="Pay by card or USSD" variant="outline" />
    </section>
  );
}

function EndedAccount() {
  return (
    <>
      <p className="mt-2 text-center text-muted">
        Have you sent the money already? Do not send it again: we look for it for 72 hours, and your order is placed
        when it arrives. Otherwise continue with a new account number.
      </p>
      <div className="text-center">
        <RestartButton intent="new" label="Get a new account number" variant="primary" />
      </div>
    </>
  );
}

type RestartButtonProps = { intent: "new" | "card"; label: string; variant: "primary" | "outline" };

/** Starts the payment again; works without JavaScript. */
export function RestartButton({ intent, label, variant }: RestartButtonProps) {
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get("intent") === intent;
  return (
    <Form method="post" className="mt-4">
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="lg"
        variant={variant}
        disabled={navigation.state !== "idle"}
        aria-busy={isBusy}
        className="max-sm:w-full"
      >
        {isBusy ? "One moment…" : label}
      </Button>
    </Form>
  );
}

/** Without JavaScript the page loads itself again, and says so. */
function NoScriptReload({ token }: { token: string }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="10" />
      <p className="mt-4 text-center">
        This page asks every 10 seconds whether the money has arrived.{" "}
        <a href={payHref(token)} className="font-semibold text-forest underline">
          Ask now
        </a>
      </p>
    </noscript>
  );
}

/** Links below such a message. */
export function EndedLinks({ token }: { token: string }) {
  return (
    <div className="mt-5 flex flex-wrap items-start justify-center gap-3">
      <RestartButton intent="new" label="Get a new account number" variant="primary" />
      <Link to={findPaymentHref(token)} className={buttonClass("outline", "lg", "mt-4 max-sm:w-full")}>
        Find my payment
      </Link>
    </div>
  );
}
