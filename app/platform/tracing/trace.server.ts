/** The places whose work is traced; names and attributes have no ids, addresses or personal data. */
export type SpanName =
  | "request"
  | "page render"
  | "cache fill"
  | "query"
  | "provider call"
  | "settle payment"
  | "job"
  | "mail"
  | "file store"
  | "import batch";

export type SpanAttributes = Record<string, string | number | boolean>;

/** Adds attributes that are known only at the end. */
export type OpenSpan = { set: (attributes: SpanAttributes) => void };

export type FinishedSpan = { name: SpanName; attributes: SpanAttributes; seconds: number; error: unknown };

/** Exports spans; `run` makes the span the parent of those that `work` opens. */
export type Tracer = {
  run: <Result>(name: SpanName, work: (span: OpenSpan) => Promise<Result>, parent?: string) => Promise<Result>;
  /** The trace id of the running span, for log lines. */
  traceId: () => string | undefined;
  /** The running span in the form of the `traceparent` header, for jobs. */
  traceparent: () => string | undefined;
};

let tracer: Tracer | null = null;
const observers = new Set<(span: FinishedSpan) => void>();
const IGNORED: OpenSpan = { set: () => {} };

/** Exports spans through `next` from now on; null ends it. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Calls `observe` with each finished span; returns a function that ends this. */
export function observeSpans(observe: (span: FinishedSpan) => void): () => void {
  observers.add(observe);
  return () => void observers.delete(observe);
}

/** Whether spans are exported or observed. */
export function isTracing(): boolean {
  return tracer !== null || observers.size > 0;
}

/** Whether spans are exported. */
export function isExporting(): boolean {
  return tracer !== null;
}

/** The trace id of the running span; undefined without an exporter. */
export function traceId(): string | undefined {
  return tracer?.traceId();
}

/** The running span for a job that it causes; undefined without an exporter. */
export function traceparent(): string | undefined {
  return tracer?.traceparent();
}

/** Calls `work` as a span, under `parent` (a `traceparent`) if given; only `work` if nobody traces. */
export async function trace<Result>(
  name: SpanName,
  attributes: SpanAttributes,
  work: (span: OpenSpan) => Promise<Result>,
  parent?: string,
): Promise<Result> {
  if (!isTracing()) return await work(IGNORED);
  const all = { ...attributes };
  const started = performance.now();
  const finish = (error: unknown) => {
    const seconds = (performance.now() - started) / 1_000;
    for (const observe of observers) observe({ name, attributes: all, seconds, error });
  };
  const observed = async (exported: OpenSpan) => {
    exported.set(attributes);
    try {
      const result = await work({
        set(more) {
          Object.assign(all, more);
          exported.set(more);
        },
      });
      finish(null);
      return result;
    } catch (error) {
      finish(error);
      throw error;
    }
  };
  return tracer ? await tracer.run(name, observed, parent) : await observed(IGNORED);
}
