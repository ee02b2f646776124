import { isAnswer } from "./answers.ts";
import type { FormResult, FormValues } from "./forms.ts";

/**
 * Sends a form from a `clientAction`. One that does not come through, because the line is cut or the server fails, is
 * answered as refused with `message`, so that the page stays and nothing typed is lost.
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
