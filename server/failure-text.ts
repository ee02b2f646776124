import { describeError, withoutParameters } from "#app/platform/log.server.ts";
import { SettingsError } from "#app/platform/provider-settings.server.ts";
import { causeOf } from "#db/cause.ts";

/**
 * The operator's text for an error that ends the process: `what` failed and why, with `details` also where. A failed
 * statement is reported by the database's own error, never with its values, which may be addresses or hashes.
 */
export function failureText(what: string, error: unknown, details: boolean): string {
  if (error instanceof SettingsError) return `These settings cannot be used:\n${error.message}`;
  if (details) return `${what}: ${JSON.stringify(describeError(error), null, 2)}`;
  if (!(error instanceof Error)) return `${what}: ${withoutParameters(error)}`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && /^(EACCES|EPERM|EROFS|ENOTDIR)$/.test(code ?? ""))
    return `${what}: ${path} cannot be written (${code}). It must belong to the user that runs the shop.`;
  const isStatement = /\n\s*params:/.test(error.message);
  return `${what}: ${isStatement ? withoutParameters(causeOf(error).message) : error.message}`;
}
