import { createRequire } from "node:module";
import type pg from "pg";

export type Span = { from: number; to: number };

/** The time of a page in its database and in React, and the rest. */
export type Stopwatch = {
  start: () => void;
  /** Milliseconds since `start`, and the part of them with a running query or React rendering. */
  stop: () => { total: number; sql: number; react: number };
};

/**
 * Measures the queries of `pool` and React's renderer from outside. Must be called before the shop's bundle is
 * imported, which captures the renderer.
 */
export function createStopwatch(): Stopwatch & { watch: (pool: pg.Pool) => void } {
  const queries: Span[] = [];
  const renders: Span[] = [];
  let started = 0;
  watchReact(renders);
  return {
    watch(pool) {
      const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
      pool.query = ((...args: unknown[]) => timed(queries, () => query(...args))) as typeof pool.query;
    },
    start() {
      queries.length = 0;
      renders.length = 0;
      started = performance.now();
    },
    stop: () => ({ total: performance.now() - started, sql: covered(queries), react: covered(renders) }),
  };
}

type Renderer = { renderToPipeableStream: (element: unknown, options: { onAllReady: () => void }) => unknown };

function watchReact(renders: Span[]): void {
  const renderer = createRequire(import.meta.url)("react-dom/server") as Renderer;
  const original = renderer.renderToPipeableStream;
  renderer.renderToPipeableStream = (element, options) => {
    const from = performance.now();
    const onAllReady = () => {
      renders.push({ from, to: performance.now() });
      options.onAllReady();
    };
    return original(element, { ...options, onAllReady });
  };
}

async function timed<Result>(spans: Span[], work: () => Promise<Result>): Promise<Result> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    spans.push({ from, to: performance.now() });
  }
}

/** The total time covered by at least one of the spans: parallel queries count once. */
export function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
