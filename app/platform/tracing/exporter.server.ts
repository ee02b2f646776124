import type { SpanKind as SpanKindType } from "@opentelemetry/api";
import { requestId, withoutParameters } from "../log.server.ts";
import { setTracer, type SpanAttributes, type SpanName } from "./trace.server.ts";

export type ExportSettings = {
  /** The address of an OpenTelemetry collector; spans go to `/v1/traces` there. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  version: string;
  /** The share of traces that are exported, 0 to 1. */
  share: number;
};

/** Names of OpenTelemetry's conventions; other attributes are named `oja.<name>`. */
const CONVENTIONS: Record<string, string> = {
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
  kind: "db.operation.name",
  statement: "db.query.text",
  queue: "messaging.destination.name",
};

/** W3C Trace Context: version, trace id, span id, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Exports spans by OTLP over HTTP until the returned function is called, which sends the last ones. Loads the SDK. */
export async function exportSpans(settings: ExportSettings): Promise<() => Promise<void>> {
  const [{ context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, contexts, sdk, resources, otlp] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  const { endpoint, headers, service, version, share } = settings;
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": service, "service.version": version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }))],
  });
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("oja", version);
  const kinds: Partial<Record<SpanName, SpanKindType>> = {
    request: SpanKind.SERVER,
    job: SpanKind.CONSUMER,
    query: SpanKind.CLIENT,
    "provider call": SpanKind.CLIENT,
    mail: SpanKind.CLIENT,
    "file store": SpanKind.CLIENT,
  };
  const spanContext = () => trace.getSpanContext(context.active());
  setTracer({
    async run(name, work, parent) {
      const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? "") ?? [];
      const under =
        traceId && spanId
          ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(`0x${flags}`), isRemote: true })
          : context.active();
      return await tracer.startActiveSpan(name, { kind: kinds[name] ?? SpanKind.INTERNAL }, under, async (span) => {
        const request = requestId.getStore();
        if (request) span.setAttribute("oja.request", request);
        try {
          return await work({
            set(attributes) {
              span.setAttributes(conventional(attributes));
              if (attributes["route"]) span.updateName(`${name} ${attributes["route"]}`);
            },
          });
        } catch (error) {
          const message = withoutParameters(error instanceof Error ? error.message : error);
          span.setStatus({ code: SpanStatusCode.ERROR, message });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceId: () => spanContext()?.traceId,
    traceparent() {
      const at = spanContext();
      return at && `00-${at.traceId}-${at.spanId}-${at.traceFlags.toString(16).padStart(2, "0")}`;
    },
  });
  return async () => {
    setTracer(null);
    // A collector that is away must not hold up the end of the process.
    await provider.shutdown().catch(() => {});
    context.disable();
  };
}

function conventional(attributes: SpanAttributes): SpanAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [CONVENTIONS[name] ?? `oja.${name}`, value]),
  );
}
