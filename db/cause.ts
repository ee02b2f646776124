/** The database's own error: Drizzle wraps it in one that repeats the whole statement. */
export function causeOf(error: unknown): Error & { code?: string; constraint?: string } {
  const outer = error as Error & { code?: string; constraint?: string };
  return outer.cause instanceof Error ? outer.cause : outer;
}
