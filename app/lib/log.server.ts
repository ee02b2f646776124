import pino from "pino";

export type Logger = pino.Logger;

/** JSON lines on standard output. Secrets and personal data are never passed to it; the paths below are a second fence. */
export function createLogger(level: string, destination: pino.DestinationStream = pino.destination(1)): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: ["*.password", "*.token", "*.access_token", "*.secretKey", "*.authorization", "headers.cookie"],
  };
  return pino(options, destination);
}

/** The first line or two of what went wrong, without the values that a failing statement was given. */
export function withoutParameters(message: unknown): string {
  return (String(message).split(/\n\s*params:/)[0] ?? "").slice(0, 200);
}

/** An error for the log: what and where, never a statement's values, which may be addresses, tokens or hashes. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutParameters(error) };
  const { code, cause } = error as Error & { code?: unknown };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: frames.slice(0, 12).join("\n"),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
