import { useEffect } from "react";
import { useFetcher } from "react-router";
import { capitalised } from "#app/lib/capitalised.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { AdminAnswer } from "../../rules.ts";
import { SET_STATUSES, UPDATE_FAILED, type CustomOrderStatus } from "../../rules.ts";
import { CUSTOM_ORDERS } from "../../rules/list.ts";

type Props = { request: { id: string; version: number; status: CustomOrderStatus }; number: string };

/** Buttons that set the status; the current one is disabled. Laid out by the surrounding row. */
export function StatusButtons({ request, number }: Props) {
  const fetcher = useFetcher<AdminAnswer>();
  const answer = fetcher.data;

  useEffect(() => {
    if (!answer) return;
    if (answer.ok) toast.success(answer.title);
    else toast.error(UPDATE_FAILED, answer.message?.replace(`${UPDATE_FAILED}. `, ""));
  }, [answer]);

  return (
    <fetcher.Form method="post" action={CUSTOM_ORDERS.path} className="contents">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
      {SET_STATUSES.map((status) => (
        <Button
          key={status}
          type="submit"
          name="status"
          value={status}
          size="sm"
          variant={status === "cancelled" ? "ghost" : "outline"}
          disabled={status === request.status || fetcher.state !== "idle"}
          aria-label={`Mark request ${number} as ${status}`}
        >
          {capitalised(status)}
        </Button>
      ))}
    </fetcher.Form>
  );
}
