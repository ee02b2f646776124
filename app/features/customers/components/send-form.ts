import { isAnswer } from "#app/lib/answers.ts";
import { failedAnswer, type ProfileAnswer } from "../rules.ts";

/** Sends a form of the profile. One that does not come through keeps what was typed, and is answered as a failure. */
export async function sendForm(request: Request, send: () => Promise<ProfileAnswer>): Promise<ProfileAnswer> {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    return failedAnswer(Object.fromEntries(texts));
  }
}
