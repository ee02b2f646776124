import { CircleCheck } from "lucide-react";
import { useNavigate } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { CUSTOM_ORDER_PATH } from "../links.ts";

type Props = { number: string; href: string };

const TITLE = "Request received";

/** Confirmation of a stored request: a dialog, or a message without JavaScript. 'Done' links home. */
export function RequestSent({ number, href }: Props) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const content = (
    <div className="grid justify-items-start gap-4">
      <CircleCheck aria-hidden className="size-12 text-forest" />
      <p>
        Your request has the number <strong className="font-semibold">{number}</strong>. We will reply with a price,
        usually within two working days, by email and by SMS.
      </p>
      <Link
        to={href}
        className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
      >
        Track your request
      </Link>
      <Link to="/" className={buttonClass("primary", "lg", "w-full")}>
        Done
      </Link>
    </div>
  );
  if (!hydrated) {
    return (
      <section role="status" className="card mx-auto max-w-xl p-6">
        <h2 className="mb-3 font-display text-xl font-bold">{TITLE}</h2>
        {content}
      </section>
    );
  }
  return (
    <Dialog open title={TITLE} onClose={() => void navigate(CUSTOM_ORDER_PATH, { replace: true })}>
      {content}
    </Dialog>
  );
}
