import { isAnswer } from "#app/lib/answers.ts";
import { failedAnswer, type ProfileAnswer } from "../rules.ts";

/** Sends a form of the profile. One that does not come through keeps what was typed, and is answered as a failure. */
export async function sendProfileForm(request: Request, send: () => Promise<ProfileAnswer>): Promise<ProfileAnswer> {
  const form = new URLSearchParams(await request.clone().text());
  try {
    return await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    return failedAnswer(Object.fromEntries(form));
  }
}
