import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { Link } from "#app/ui/link.tsx";
import type { FaqItem } from "../content/faq.ts";

/**
 * Accordion of native details elements: `name` allows one open at a time, and the browser opens the target of a URL
 * fragment, so it works without JavaScript.
 */
export function FaqList({ items }: { items: readonly FaqItem[] }) {
  const { hash } = useLocation();

  useEffect(() => {
    const answer = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const question = answer?.closest("details");
    if (!question) return;
    question.open = true;
    question.scrollIntoView({ block: "start" });
  }, [hash]);

  return (
    <div className="card divide-y divide-line px-4 sm:px-6">
      {items.map(({ id, question, answer, link }) => (
        <details key={id} name="faq" className="group scroll-mt-24">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-forest transition-transform group-open:rotate-180"
            />
          </summary>
          <div id={id} className="scroll-mt-40 pb-5">
            <p className="max-w-prose leading-relaxed text-muted">{answer}</p>
            {link ? (
              <Link
                to={link.to}
                className="mt-1 inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
              >
                {link.label}
              </Link>
            ) : null}
          </div>
        </details>
      ))}
    </div>
  );
}
