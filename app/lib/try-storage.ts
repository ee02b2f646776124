/** Result of `action`; undefined when the browser's storage is blocked, full or contains invalid JSON. */
export function tryStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
