import type { ActionFunctionArgs } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { can, type Right } from "#app/features/permissions/rules.ts";
import { UPLOAD_FAILED, UPLOAD_MB, type UploadAnswer } from "#app/lib/picture-uploads.ts";
import { isTooLarge, readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse, type ErrorCode } from "#app/platform/errors.server.ts";
import { submittedPicture, storePicture } from "#app/platform/files/uploaded-pictures.server.ts";

const LIMIT = UPLOAD_MB * 1_048_576;
/** Allowance for the other fields and the parts' headers. */
const REST = 16_384;
/** The purposes of a picture, and the right to upload one; each has its own folder in the file store. */
const PRESETS: ReadonlyMap<string, Right> = new Map([
  ["products", "files.upload"],
  ["categories", "files.upload"],
  ["blog", "files.upload"],
  ["shipments", "orders.status"],
]);

/**
 * Takes an admin's picture: multipart with `file` and `upload_preset`, answered with `secure_url` and `public_id`
 * like a hosted image service, and with the `address` that forms store. An invalid picture is refused with 422.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { limits, files, baseUrl, log } = context.get(shopContext);
  if (request.method !== "POST") return refuse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
  const user = await sessionUser(request, context);
  if (!user) return refuse("unauthorized", "Please log in again.");
  if (![...PRESETS.values()].some((right) => can(user, right)))
    return refuse("forbidden", "You may not upload pictures.");
  const wait = await limits.hit("upload", user.id);
  if (wait !== null)
    return refuse("too_many_requests", "Please wait a moment and try again.", { "Retry-After": String(wait) });

  let form: FormData;
  try {
    form = await readFormData(request, LIMIT + REST);
  } catch (error) {
    if (isTooLarge(error)) return refuse("too_large", `Please choose a picture of at most ${UPLOAD_MB} MB.`);
    const { status } = (error as { init?: { status?: number } }).init ?? {};
    if (status === 415) return refuse("unsupported_media_type", "Send a form (multipart/form-data).");
    if (status === 400) return refuse("bad_request", "The form cannot be read.");
    throw error;
  }
  const preset = form.get("upload_preset");
  const right = typeof preset === "string" ? PRESETS.get(preset) : undefined;
  if (typeof preset !== "string" || !right) return refuse("unprocessable", "There is no such upload preset.");
  if (!can(user, right)) return refuse("forbidden", "You may not upload pictures.");
  const bytes = await submittedPicture(form.get("file"), LIMIT);
  if (bytes === null) return refuse("unprocessable", "Please choose a picture.");
  if (bytes === "too_large") return refuse("too_large", `Please choose a picture of at most ${UPLOAD_MB} MB.`);
  try {
    const stored = await storePicture(files, preset, bytes);
    if (!stored.ok) return refuse(stored.reason === "busy" ? "unavailable" : "unprocessable", stored.message);
    const { key, address, width, height } = stored.picture;
    const public_id = key.replace(/\.webp$/, "");
    return Response.json({ secure_url: baseUrl + address, public_id, address, width, height } satisfies UploadAnswer);
  } catch (error) {
    log.error({ err: error }, "an uploaded picture could not be stored");
    return refuse("unavailable", "Please try again in a moment.");
  }
}

/** What failed, then the remedy. */
function refuse(code: ErrorCode, sentence: string, headers?: Record<string, string>): Response {
  return errorResponse(code, `${UPLOAD_FAILED}. ${sentence}`, { "Cache-Control": "no-store", ...headers });
}

export function loader() {
  return refuse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
