import type { PaymentsContext } from "./context.server.ts";

const AT_ONCE = 8;
/** Maximum time of one item. */
const ITEM_MS = 10_000;

/**
 * Asks the provider about each of `items`, eight at once, until `deadline`; remaining items are skipped. `ask` gets the
 * deadline of its item. An error is logged with the item and does not affect the others.
 */
export async function askInParallel<Item extends { reference: string }>(
  ctx: Pick<PaymentsContext, "log">,
  items: readonly Item[],
  deadline: AbortSignal,
  ask: (item: Item, deadline: AbortSignal) => Promise<void>,
): Promise<void> {
  // The workers share one iterator, so each item is asked about once.
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (deadline.aborted) return;
      await ask(item, AbortSignal.any([deadline, AbortSignal.timeout(ITEM_MS)])).catch((error: unknown) =>
        ctx.log.error({ err: error, reference: item.reference }, "sweep"),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
