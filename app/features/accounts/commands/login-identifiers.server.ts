import type { RouterContextProvider } from "react-router";
import type { SessionUser } from "../middleware.server.ts";
import { needsCode, refusalMessage, type NameAnswer, type SignInName } from "../rules/security.ts";
import { callAuthService } from "./auth-service.server.ts";

type ActionInput = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  user: SessionUser;
  form: Record<string, string>;
};
type IdentifierRefusal = Extract<NameAnswer, { ok: false }>;

const EMPTY = { phone: "Please enter a valid phone number.", email: "Please enter a valid email address." };
const FAILED = { phone: "Failed to change the phone number", email: "Failed to add the email address" };
const NO_CODE = "Please enter the code.";
const WRONG_REAUTH_CODE = "This code is wrong or has expired. Ask for a new one.";
const WRONG_CODE = "This code is wrong or has expired.";
/** Error codes about the identifier itself, shown at its field. */
const AT_FIELD = ["INVALID_PHONE_NUMBER", "INVALID_EMAIL", "SAME", "VALIDATION_ERROR"];

/** Sends a code to the phone number or email in the form. The response does not reveal whether it is taken. */
export async function requestCode(post: ActionInput, name: SignInName): Promise<NameAnswer> {
  const { value = "", again } = post.form;
  const refused: IdentifierRefusal = { ...blank(post, name, "ask"), values: { value } };
  if (value.trim() === "") return { ...refused, errors: { value: EMPTY[name] } };
  const body = name === "phone" ? { phoneNumber: value.slice(0, 30) } : { email: value.trim().slice(0, 254) };
  const result = await reauthenticate(post, refused, `/own-${name}`, body);
  if (!result.ok) return result.answer;
  const sentTo = typeof result.data["sentTo"] === "string" ? result.data["sentTo"] : value;
  return { ...refused, step: "confirm", values: { value: sentTo }, needsReauth: false, sent: again !== undefined };
}

/** Verifies the code; the identifier is then added to the account. */
export async function confirmCode(
  { request, context, user, form }: ActionInput,
  name: SignInName,
): Promise<NameAnswer> {
  const { value = "", code = "" } = form;
  const refused: IdentifierRefusal = { ...blank({ form }, name, "confirm"), values: { value }, needsReauth: false };
  if (code.trim() === "") return { ...refused, errors: { code: NO_CODE } };
  const answer = await callAuthService(request, context, `/own-${name}/confirm`, {
    code: code.replaceAll(/\s/g, "").slice(0, 12),
  });
  if (answer.ok)
    return { intent: "sign-in-name", name, ok: true, done: user.phone && name === "phone" ? "changed" : "added" };
  if (answer.code === "INVALID_OTP") return { ...refused, errors: { code: WRONG_CODE } };
  if (answer.code === "TOO_MANY_ATTEMPTS") return { ...refused, errors: { code: answer.message } };
  return { ...refused, message: refusalMessage(answer, FAILED[name]) };
}

/** Removes the phone number of an account with an email address. */
export async function removePhone(post: ActionInput): Promise<NameAnswer> {
  const refused = blank(post, "phone", "remove");
  const result = await reauthenticate(post, refused, "/own-phone/remove", {});
  return result.ok ? { intent: "sign-in-name", name: "phone", ok: true, done: "removed" } : result.answer;
}

type ReauthResult = { ok: true; data: Record<string, unknown> } | { ok: false; answer: NameAnswer };

/** Calls the service; when it requires reauthentication, sends a code and asks for it in the form. */
async function reauthenticate(
  { request, context, form }: ActionInput,
  refused: IdentifierRefusal,
  path: string,
  body: object,
): Promise<ReauthResult> {
  const no = (more: Partial<IdentifierRefusal>): ReauthResult => ({ ok: false, answer: { ...refused, ...more } });
  const { reauth_code } = form;
  if (reauth_code?.trim() === "") return no({ errors: { reauth_code: NO_CODE } });
  const answer = await callAuthService(request, context, path, { ...body, nonce: reauth_code?.trim().slice(0, 12) });
  if (answer.ok) return { ok: true, data: answer.data };
  if (AT_FIELD.includes(answer.code)) {
    const isOurs = answer.code === "VALIDATION_ERROR";
    return no({ errors: { value: isOurs ? EMPTY[refused.name] : answer.message } });
  }
  if (!needsCode(answer)) return no({ message: refusalMessage(answer, FAILED[refused.name]) });
  if (reauth_code !== undefined) return no({ errors: { reauth_code: WRONG_REAUTH_CODE } });
  const sent = await callAuthService(request, context, "/reauthenticate", {});
  if (sent.ok) return no({ needsReauth: true });
  return no({ message: refusalMessage(sent, "Failed to send a code. Please try again.") });
}

function blank(
  { form }: { form: ActionInput["form"] },
  name: SignInName,
  step: IdentifierRefusal["step"],
): IdentifierRefusal {
  return {
    intent: "sign-in-name",
    name,
    ok: false,
    step,
    values: {},
    errors: {},
    needsReauth: form.reauth_code !== undefined,
  };
}
