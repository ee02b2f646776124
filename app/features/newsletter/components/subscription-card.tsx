import { Form } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";

type SubscriptionCardProps = {
  title: string;
  text: string;
  /** Label of the button; without it no button is shown. */
  button?: string;
};

/** Landing page of links in newsletter mails: a text and an optional button that posts to the same URL. */
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
