import { Form, useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { listBehind, partText, readPart } from "../../rules/selection.ts";

/** What the page of a bulk action says of a selection that is larger than it takes; null if it takes all. */
export function useOrdersPart() {
  const [params] = useSearchParams();
  const part = readPart(params);
  const words = partText(part);
  return words && { ...part, ...words, list: listBehind(params) };
}

/** Says that these are not all selected orders, with a button for the next ones; `action` is that of the list's button. */
export function NextOrders({ action: [name, value] }: { action: ["ship" | "print" | "status", string] }) {
  const part = useOrdersPart();
  if (!part) return null;
  return (
    <Form
      method="post"
      action="/admin/orders/bulk"
      aria-label="The rest of the orders"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-amber-soft px-4 py-2.5 text-amber-ink print:hidden"
    >
      <p role="status">{part.text}</p>
      {part.all === null ? null : (
        <>
          <input type="hidden" name="all" value="1" />
          <input type="hidden" name="query" value={part.all} />
          <input type="hidden" name="list" value={part.list} />
          {part.ids.map((id) => (
            <input key={id} type="hidden" name="taken" value={id} />
          ))}
          <Button type="submit" variant="outline" size="sm" name={name} value={value}>
            {part.next}
          </Button>
        </>
      )}
    </Form>
  );
}
