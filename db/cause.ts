/** The database's own error: Drizzle wraps it in one that repeats the whole statement. */
export function causeOf(error: unknown): Error & { code?: string; constraint?: string } {
  const outer = error as Error & { code?: string; constraint?: string };
  return outer.cause instanceof Error ? outer.cause : outer;
}

/** SQLSTATEs of lost connections, of servers that stop or are full, and of a standby; Node's codes of a lost network. */
const AWAY_CODE = /^(08|25006|57P0|53300)|^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/;
const READ_TIMEOUT = "Query read timeout";
/** The driver's own errors have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether an error, or one that caused it, says that the database cannot be reached. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && AWAY_CODE.test(cause.code)) return true;
    if (AWAY_MESSAGE.test(cause.message)) return true;
    // One error for each address of the server's name.
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Errors of connecting, after which each server has been tried. */
const unreachable = new WeakSet<object>();

/** Notes that `error` came from connecting, and that no server is left to try. */
export function markUnreachable(error: Error): void {
  unreachable.add(error);
}

/** Whether `error`, or one that caused it, was noted by `markUnreachable`. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (unreachable.has(cause)) return true;
  return false;
}

/**
 * Whether an error, or one that caused it, says that a connection in use was lost, so that another one may answer at
 * once. Not after a silence or when no server can be reached: nobody waits twice for that.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!isDatabaseAway(error) || isUnreachable(error)) return false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message === READ_TIMEOUT) return false;
  return true;
}
