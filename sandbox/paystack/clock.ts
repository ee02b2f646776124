export type Clock = ReturnType<typeof createClock>;

type Task = { due: number; fn: () => void | Promise<void> };

/** An hour of retries takes one second. */
export const DEFAULT_TIME_SCALE = 3600;

/**
 * Schedule time runs `scale` times as fast as real time. With a scale of 0 only `advance` moves it; tasks without delay
 * still run.
 */
export function createClock(timeScale: number, now: () => number = Date.now) {
  const tasks = new Set<Task>();
  let timer: NodeJS.Timeout | undefined;
  let scale = timeScale;
  let mark = performance.now();
  let position = 0;
  let closed = false;

  const current = (): number => {
    const real = performance.now();
    position += ((real - mark) / 1000) * scale;
    mark = real;
    return position;
  };
  const next = (): Task | undefined => [...tasks].sort((a, b) => a.due - b.due)[0];
  const run = async (task: Task): Promise<void> => {
    tasks.delete(task);
    await task.fn();
  };
  const arm = (): void => {
    clearTimeout(timer);
    const task = next();
    if (!task || closed) return;
    const left = task.due - current();
    if (left > 0 && scale === 0) return;
    const wait = left <= 0 ? 0 : Math.min((left / scale) * 1000, 2 ** 31 - 1);
    timer = setTimeout(() => {
      const due = next();
      if (due && due.due <= current() + 1e-6) void run(due);
      arm();
    }, wait);
    timer.unref();
  };

  return {
    /** Wall-clock milliseconds for timestamps, independent of the schedule's speed. */
    now,
    /** Calls `fn` after `seconds` of schedule time; returns a function that cancels it. */
    after(seconds: number, fn: Task["fn"]): () => void {
      const task = { due: current() + seconds, fn };
      tasks.add(task);
      arm();
      return () => {
        tasks.delete(task);
        arm();
      };
    },
    /** Advances schedule time by `seconds` at once: all due tasks run in order and are awaited. */
    async advance(seconds: number): Promise<void> {
      const target = current() + seconds;
      for (let task = next(); task && task.due <= target; task = next()) {
        position = Math.max(position, task.due);
        await run(task);
      }
      position = Math.max(position, target);
      arm();
    },
    /** From now on schedule time runs `wanted` times as fast as real time. */
    setScale(wanted: number): void {
      current();
      scale = wanted;
      arm();
    },
    clear(): void {
      tasks.clear();
      clearTimeout(timer);
    },
    close(): void {
      closed = true;
      tasks.clear();
      clearTimeout(timer);
    },
  };
}
