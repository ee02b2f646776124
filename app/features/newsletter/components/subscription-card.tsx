import { Form, Link } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";

type SubscriptionCardProps = {
  title: string;
  text: string;
  /** Without it there is nothing left to do. */
  button?: string;
};

/** What the links of newsletter mails open: a sentence and at most one button, which posts to the same address. */
export function SubscriptionCard({ title, text, button }: SubscriptionCardProps) {
  return (
    <div className="page-width py-10 text-center sm:py-16">
      <div className="card mx-auto max-w-xl p-6 sm:p-9">
        <h1 className="font-display text-2xl font-bold sm:text-3xl">{title}</h1>
        <p className="mt-3 text-muted [overflow-wrap:anywhere]">{text}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {button ? (
            <Form method="post" replace>
              <Button type="submit">{button}</Button>
            </Form>
          ) : null}
          <Link to="/" className={buttonClass(button ? "ghost" : "primary")}>
            Back to Home
          </Link>
        </div>
      </div>
    </div>
  );
}
