import { setTimeout as wait } from "node:timers/promises";
import { BASE_PATH } from "./endpoints.server.ts";

/** Longer than queueing a mail takes. */
const FLOOR_MS = 100;
const CONSTANT_TIME_PATHS = [`${BASE_PATH}/request-password-reset`];

/** Delays the response to a common minimum per path, so that its timing does not reveal whether an account exists. */
export async function constantTime(request: Request, answer: Promise<Response>): Promise<Response> {
  if (!CONSTANT_TIME_PATHS.includes(new URL(request.url).pathname)) return await answer;
  const [settled] = await Promise.all([answer, wait(FLOOR_MS)]);
  return settled;
}
