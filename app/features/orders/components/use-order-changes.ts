import { useEffect, useRef, useState } from "react";
import { orderChangeMessages } from "../rules.ts";

type One = Parameters<typeof orderChangeMessages>[0][number];
/** Orders of one list page and the order with open details, which may be on another page. */
type Shown = { page: number; orders: readonly One[]; order: One | null };

/** Latest messages about orders that changed while this list page was open; reset on another page. */
export function useOrderChanges({ page, orders, order }: Shown): readonly string[] {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const before = useRef({ page, all: allOf(orders, order) });

  useEffect(() => {
    const last = before.current;
    const all = allOf(orders, order);
    before.current = { page, all };
    if (last.page !== page) return setMessages([]);
    const next = orderChangeMessages(last.all, all);
    if (next.length > 0) setMessages(next);
  }, [page, orders, order]);

  return messages;
}

function allOf(orders: readonly One[], order: One | null): readonly One[] {
  return order && !orders.some(({ id }) => id === order.id) ? [...orders, order] : orders;
}
