import { isAnswer } from "#app/lib/answers.ts";
import { failedAnswer, type ProfileAnswer } from "../rules.ts";

/** Submits a profile form. A network failure keeps the input and is returned as a failed result. */
export async function sendProfileForm(request: Request, send: () => Promise<ProfileAnswer>): Promise<ProfileAnswer> {
  const form = new URLSearchParams(await request.clone().text());
  try {
    return await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    return failedAnswer(Object.fromEntries(form));
  }
}
