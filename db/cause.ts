/** The database's own error: Drizzle wraps it in one that repeats the whole statement. */
export function causeOf(error: unknown): Error & { code?: string; constraint?: string } {
  const outer = error as Error & { code?: string; constraint?: string };
  return outer.cause instanceof Error ? outer.cause : outer;
}

/** SQLSTATEs of lost connections, of servers that stop or are full, and of a standby; Node's codes of a lost network. */
const AWAY_CODE = /^(08|25006|57P0|53300)|^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/;
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
