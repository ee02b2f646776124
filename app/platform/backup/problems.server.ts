import { serverUrls } from "#db/server-address.ts";

/** An error whose message is one sentence for the operator. */
export class BackupError extends Error {}

const CLOSED = new Set(["EACCES", "EISDIR", "ENOENT", "ENOTDIR", "EPERM", "EROFS"]);
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** The operator's sentence for an error of the disk or of the connection to PostgreSQL; other errors stay as they are. */
export function sentenceOf(error: unknown, address?: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const code = codeOf(error);
  if (FULL.has(code))
    return new BackupError("The disk is full: nothing was kept of what was written. Make room, or name another disk.");
  if (CLOSED.has(code) && "path" in error && typeof error.path === "string")
    return new BackupError(`${error.path} cannot be opened (${code}): check its folder and who may write there.`);
  return address === undefined ? error : (connectionProblem(error, code, address) ?? error);
}

function codeOf(error: Error): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return codeOf(cause.errors[0]);
  }
  return "";
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

function connectionProblem(error: Error, code: string, address: string): BackupError | null {
  const urls = serverUrls(address).map((url) => new URL(url));
  const [{ username, pathname }] = urls as [URL];
  const names = urls.map((url) => url.hostname).join(" or ");
  const host = urls.map((url) => url.host).join(", ");
  const name = decodeURIComponent(pathname.slice(1));
  if (code === "28P01" || code === "28000" || /password|SASL|SCRAM/.test(error.message))
    return new BackupError(
      `PostgreSQL at ${host} refuses the user or the password (user ${decodeURIComponent(username)}).`,
    );
  if (code === "3D000")
    return new BackupError(`PostgreSQL at ${host} has no database ${name}: create it, empty, and try again.`);
  if (code === "42501")
    return new BackupError(
      `The user ${decodeURIComponent(username)} may not create tables in ${name}: it must own the database.`,
    );
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new BackupError(`There is no host ${names}: check the address of PostgreSQL.`);
  if (CERTIFICATE.test(code) || CERTIFICATE.test(error.message))
    return new BackupError(
      `The certificate of PostgreSQL at ${host} is not trusted (${code || error.message}): name its authority with sslrootcert=FILE in the address.`,
    );
  if (/does not support SSL/.test(error.message))
    return new BackupError(`PostgreSQL at ${host} has no TLS: take sslmode out of the address, or turn TLS on there.`);
  if (code.startsWith("E") || /timeout|terminated/i.test(error.message))
    return new BackupError(
      `PostgreSQL at ${host} does not answer (${code || error.message}): check host and port, and whether it runs.`,
    );
  return null;
}
