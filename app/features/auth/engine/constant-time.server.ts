import { setTimeout as wait } from "node:timers/promises";
import { BASE_PATH } from "./endpoints.server.ts";

/** Longer than writing a mail down takes. */
const FLOOR_MS = 100;
const EVEN = [`${BASE_PATH}/request-password-reset`];

/** The answer to a request, but not before others to the same path would be ready: the time would tell who has an account. */
export async function constantTime(request: Request, answer: Promise<Response>): Promise<Response> {
  if (!EVEN.includes(new URL(request.url).pathname)) return await answer;
  const [settled] = await Promise.all([answer, wait(FLOOR_MS)]);
  return settled;
}
