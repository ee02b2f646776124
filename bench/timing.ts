import { createRequire } from "node:module";
import type pg from "pg";

export type Span = { from: number; to: number };

/** What one page spends in its database and in React, told apart from the rest. */
export type Stopwatch = {
  start: () => void;
  /** Milliseconds since `start`, and how many of them a query was under way or React rendered. */
  stop: () => { total: number; sql: number; react: number };
};

/**
 * Times the queries of `pool` and React's renderer from outside. To be called before the shop's bundle is imported:
 * that takes the renderer as it is then.
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

type Renderer = { renderToReadableStream: (...args: unknown[]) => Promise<{ allReady: Promise<void> }> };

function watchReact(renders: Span[]): void {
  const renderer = createRequire(import.meta.url)("react-dom/server") as Renderer;
  const original = renderer.renderToReadableStream;
  renderer.renderToReadableStream = async (...args) => {
    const from = performance.now();
    const stream = await original(...args);
    void stream.allReady.then(() => renders.push({ from, to: performance.now() }));
    return stream;
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

/** The length of the time that at least one of the spans covers: queries that wait for each other count once. */
export function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
