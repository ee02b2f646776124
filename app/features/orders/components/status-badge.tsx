import { Badge } from "#app/ui/badge.tsx";
import { orderStatusBadge, paymentStatusBadge } from "../rules.ts";

export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = orderStatusBadge(status);
  return <Badge tone={tone}>{label}</Badge>;
}

export function PaymentStatusBadge({ status }: { status: string }) {
  const { label, tone } = paymentStatusBadge(status);
  return <Badge tone={tone}>{label}</Badge>;
}
