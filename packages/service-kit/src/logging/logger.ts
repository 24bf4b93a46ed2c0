import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { activeTraceId, isTracing } from '../telemetry/tracing.ts';
import { createLogDestination } from './log-destination.ts';
import type { LogLevel } from './log-level.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: LogLevel;
  /** Standard output unless given. */
  stream?: DestinationStream;
}

/**
 * One JSON line per event; never whole requests or errors, so that keys, bodies, search terms and addresses stay out.
 */
export function createLogger({ service, level, stream }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    ...(isTracing() && { mixin: traceOf }),
  };
  return pino(options, stream ?? createLogDestination(1, service));
}

/** Joins lines with spans; a line may name another trace itself. */
function traceOf(): object {
  const traceId = activeTraceId();
  return traceId === undefined ? {} : { traceId };
}

interface ErrorDescription {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: ErrorDescription;
}

/** Drops what libraries attach to errors: queries with their values, requests with their headers. */
function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const description: ErrorDescription = { type: name, message, stack };
  if ('code' in error) description.code = error.code;
  if (cause !== undefined) description.cause = describeError(cause);
  return description;
}
