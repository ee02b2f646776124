import { Link } from "#app/ui/link.tsx";
import { FIND_PAYMENT, findPaymentHref } from "../links.ts";

type Props = {
  /** What may have happened, before the link. */
  question: string;
  /** The page of a transfer, whose payment is then among those that are searched. */
  token?: string;
  className?: string;
};

/** A question, and the way to "Find my payment". */
export function FindPaymentLink({ question, token, className = "text-muted" }: Props) {
  return (
    <p className={className}>
      {question}{" "}
      <Link
        to={token ? findPaymentHref(token) : FIND_PAYMENT}
        className="font-semibold whitespace-nowrap text-forest underline underline-offset-4"
      >
        Find my payment
      </Link>
    </p>
  );
}
