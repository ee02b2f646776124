import { X } from "lucide-react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { reorderSentence, type ReorderResult } from "./reorder.ts";

/**
 * Result of a reorder on the cart page: number of added lines, and missing or changed lines. Stored in the history
 * state.
 */
export default function ReorderSummary({ result }: { result: ReorderResult }) {
  const navigate = useNavigate();
  return (
    <section role="status" className="mb-4 flex items-start gap-3 rounded-2xl bg-leaf py-2 pr-2 pl-4 text-forest-deep">
      <div className="min-w-0 flex-1 py-2">
        <p className="font-semibold">{reorderSentence(result)}</p>
        {result.texts.length > 0 ? (
          <ul className="mt-1 list-disc pl-5 text-sm">
            {result.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close message about the reorder"
        onClick={() => void navigate("/cart", { replace: true, state: null, preventScrollReset: true })}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </section>
  );
}
