import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import pino from "pino";
import { traceId } from "./tracing/trace.server.ts";

export type Logger = pino.Logger;

/** The id of the current request, added to every log line. */
export const requestId = new AsyncLocalStorage<string>();

const PROCESS = randomBytes(3).toString("hex");
let requests = 0;

/** A new request id of fixed length: a random prefix of the process and a counter, which costs a cached page nothing. */
export function newRequestId(): string {
  requests += 1;
  return PROCESS + requests.toString(36).padStart(6, "0");
}

/**
 * JSON lines on standard output. Secrets and personal data are never passed to it; the redacted paths below are a
 * second safeguard.
 */
export function createLogger(level: string, destination: pino.DestinationStream = pino.destination(1)): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const request = requestId.getStore();
      const trace = traceId();
      return { ...(request === undefined ? {} : { request }), ...(trace === undefined ? {} : { trace }) };
    },
    serializers: { err: describeError },
    redact: ["*.password", "*.token", "*.access_token", "*.secretKey", "*.authorization", "headers.cookie"],
  };
  return pino(options, destination);
}

const MOST = 200;

/** The first line or two of an error, without the values of a failing statement and without personal data. */
export function withoutParameters(message: unknown): string {
  const [text = ""] = String(message).split(/\n\s*params:/);
  // A truncated address or number would not be recognized.
  return withoutPeople(text.slice(0, 2 * MOST)).slice(0, MOST);
}

/** A text without e-mail addresses and phone numbers; references of payments stay. */
function withoutPeople(text: string): string {
  return text
    .replace(/[^\s"'`(<:;,=]+@[^\s"'`)>:;,]+/g, "[address]")
    .replace(/\+\d{7,15}\b|(?<!\w)(?:0|234)\d{9,10}\b/g, "[number]");
}

/** PostgreSQL quotes the value that it cannot read in errors of class 22 (data exceptions). */
const isDataException = (code: unknown) => typeof code === "string" && /^22\w{3}$/.test(code);

/**
 * An error, or the plain object that a library made of one, for the log and the operator: message and stack, without a statement's
 * values, which may be addresses, tokens or hashes.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!hasMessage(error)) return { message: withoutParameters(error) };
  const { name = "Error", message, stack = "", code, cause } = error;
  const frames = String(stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: withoutParameters(isDataException(code) ? message.replace(/"[\s\S]*"/, '"[value]"') : message),
    stack: frames.slice(0, 12).join("\n"),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

type Thrown = { name?: string; message: string; stack?: unknown; code?: unknown; cause?: unknown };

function hasMessage(error: unknown): error is Thrown {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}
