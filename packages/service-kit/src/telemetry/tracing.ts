import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Undefined unless an SDK was loaded: then nothing below does more than look at it. */
let tracer: Tracer | undefined;

/** Makes spans from now on. Called once, before anything is created. */
export function beginTracing(): void {
  tracer = trace.getTracer('guidepost');
}

export function isTracing(): boolean {
  return tracer !== undefined;
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
  if (!tracer) return undefined;
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
  return tracer ? inSpan(tracer, name, work) : work();
}

function inSpan<Result>(from: Tracer, name: string, work: () => Promise<Result>): Promise<Result> {
  return from.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds to the span of the work under way. Values must have no search terms, addresses, keys or texts. */
export function annotate(attributes: Attributes): void {
  if (tracer) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Ends a span begun by {@link beginSpan}. */
export type EndSpan = (error?: unknown) => void;

/** For work that begins and ends in callbacks. Undefined outside of other spans: pollers would trace nothing else. */
export function beginSpan(name: string, attributes: Attributes): EndSpan | undefined {
  if (!tracer || !trace.getActiveSpan()) return undefined;
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  return (error) => {
    if (error !== undefined) fail(span, error);
    span.end();
  };
}

/** For log lines. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (!(error instanceof Error)) return;
  const { code } = error as { code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : error.name);
}
