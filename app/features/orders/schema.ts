import { z } from "zod";
import { ORDER_STATUSES } from "./rules.ts";

/** What an admin sends to move an order: its id and the state it is to have. */
export const orderStatusInput = z.object({ id: z.guid(), status: z.enum(ORDER_STATUSES) });
