export type Clock = {
  /** Wall-clock milliseconds for timestamps, independent of the schedule's speed. */
  now(): number;
  /** Calls `fn` after `seconds` of schedule time; returns a function that cancels it. */
  after(seconds: number, fn: () => void | Promise<void>): () => void;
  /** Advances schedule time by `seconds` at once: all due tasks run in order and are awaited. */
  advance(seconds: number): Promise<void>;
  /** From now on schedule time runs `scale` times as fast as real time. */
  setScale(scale: number): void;
  clear(): void;
  close(): void;
};

type Task = { due: number; fn: () => void | Promise<void> };

/** An hour of retries takes one second. */
export const DEFAULT_TIME_SCALE = 3600;

/**
 * Schedule time runs `scale` times as fast as real time. With a scale of 0 only `advance` moves it; tasks without delay
 * still run.
 */
export function createClock(timeScale: number, now: () => number = Date.now): Clock {
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
    now,
    after(seconds, fn) {
      const task = { due: current() + seconds, fn };
      tasks.add(task);
      arm();
      return () => {
        tasks.delete(task);
        arm();
      };
    },
    async advance(seconds) {
      const target = current() + seconds;
      for (let task = next(); task && task.due <= target; task = next()) {
        position = Math.max(position, task.due);
        await run(task);
      }
      position = Math.max(position, target);
      arm();
    },
    setScale(wanted) {
      current();
      scale = wanted;
      arm();
    },
    clear() {
      tasks.clear();
      clearTimeout(timer);
    },
    close() {
      closed = true;
      tasks.clear();
      clearTimeout(timer);
    },
  };
}
