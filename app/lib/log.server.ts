import pino from "pino";

export type Logger = pino.Logger;

/** JSON lines on standard output. Secrets and personal data are never passed to it; the paths below are a second fence. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["*.password", "*.token", "*.access_token", "*.secretKey", "*.authorization", "headers.cookie"],
  });
}
