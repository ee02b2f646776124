import { data, isRouteErrorResponse } from "react-router";
import type { EditResult, RefusedEdit } from "#app/lib/merge.ts";

/** The messages if a form was not saved: the session has expired, or the connection failed. */
export type Unsent = RefusedEdit & { unsent: "signed-out" | "offline" };

const MESSAGES = {
  "signed-out": "Your session has ended. Log in again here, and your changes are sent.",
  offline: "This was not sent: the shop cannot be reached. Your changes are kept in this browser.",
};

type Args<Result> = { request: Request; serverAction: () => Promise<Result> };

/**
 * The `clientAction` of every route with a `RecordForm`: a connection failure and an expired session return a refusal
 * that keeps the form, instead of another page.
 */
export async function sendRecord<Result = EditResult>({ request, serverAction }: Args<Result>) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    const unsent = reasonOf(error);
    if (!unsent) throw error;
    const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    const values = Object.fromEntries(texts);
    const refusal: Unsent = { ok: false, unsent, message: MESSAGES[unsent], errors: {}, values };
    // A failure status prevents revalidation, which would redirect to the login page.
    return data(refusal, { status: unsent === "offline" ? 503 : 401 });
  }
}

function reasonOf(error: unknown): Unsent["unsent"] | null {
  if (error instanceof Response) return error.headers.get("Location") === "/login" ? "signed-out" : null;
  if (isRouteErrorResponse(error)) return error.status >= 500 ? "offline" : null;
  return "offline";
}
