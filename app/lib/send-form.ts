import { isAnswer } from "./answers.ts";
import type { FormResult, FormValues } from "./forms.ts";

/**
 * Submits a form from a `clientAction`. On a connection or server failure it returns a refusal with `message`, so that
 * the page stays and keeps the typed values.
 */
export async function sendForm<Done extends object>(
  request: Request,
  serverAction: () => Promise<FormResult<Done>>,
  message: string,
): Promise<FormResult<Done>> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (isAnswer(error)) throw error;
    const values: FormValues = {};
    for (const [name, value] of form) if (typeof value === "string") values[name] = value;
    return { ok: false, message, errors: {}, values };
  }
}
