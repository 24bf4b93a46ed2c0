import type * as OpenTelemetry from '@opentelemetry/api';

interface Tracing {
  api: typeof OpenTelemetry;
  tracer: OpenTelemetry.Tracer;
}

/** Undefined unless an SDK was loaded: then nothing below does more than look at it. */
let tracing: Tracing | undefined;

/** Makes spans from now on. Called once, before anything is created. */
export function beginTracing(api: typeof OpenTelemetry): void {
  tracing = { api, tracer: api.trace.getTracer('guidepost') };
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** A request that is being traced. */
export interface RequestTrace {
  readonly traceId: string;
  /** Runs what handles the request: spans of its work are below the request's. */
  run(work: () => void): void;
  end(outcome: { method: string; route: string; status: number; requestId: string }): void;
}

/** Takes W3C trace context from the headers of a request. */
export function traceRequest(headers: object): RequestTrace | undefined {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
  const own = trace.setSpan(parent, span);
  return {
    traceId: span.spanContext().traceId,
    run: (work) => context.with(own, work),
    end({ method, route, status, requestId }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'guidepost.request_id': requestId,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Traces work of its own, or as part of a request. Errors are noted without their messages, which may quote input. */
export function traced<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracing ? inSpan(tracing, name, work) : work();
}

function inSpan<Result>(
  { api, tracer }: Tracing,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(api, span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds to the span of the work under way. Values must have no search terms, addresses, keys or texts. */
export function annotate(attributes: OpenTelemetry.Attributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes);
}

/** Ends a span begun by {@link beginSpan}. */
export type EndSpan = (error?: unknown) => void;

/** For work that begins and ends in callbacks. Undefined outside of other spans: pollers would trace nothing else. */
export function beginSpan(name: string, attributes: OpenTelemetry.Attributes): EndSpan | undefined {
  if (!tracing?.api.trace.getActiveSpan()) return undefined;
  const { api, tracer } = tracing;
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes });
  return (error) => {
    if (error !== undefined) fail(api, span, error);
    span.end();
  };
}

/** For log lines. */
export function activeTraceId(): string | undefined {
  return tracing?.api.trace.getActiveSpan()?.spanContext().traceId;
}

function fail({ SpanStatusCode }: Tracing['api'], span: OpenTelemetry.Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (!(error instanceof Error)) return;
  const { code } = error as { code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : error.name);
}
