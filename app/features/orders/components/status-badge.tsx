import { Badge } from "#app/ui/badge.tsx";
import { orderStatusBadge, paymentStatusBadge } from "../rules.ts";

/** The state of an order. */
export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = orderStatusBadge(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Whether an order is paid. */
export function PaymentStatusBadge({ status }: { status: string }) {
  const { label, tone } = paymentStatusBadge(status);
  return <Badge tone={tone}>{label}</Badge>;
}
