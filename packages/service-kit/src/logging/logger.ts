import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import sonicBoom from 'sonic-boom';
import type { LogLevel } from '../config/service-variables.ts';
import { activeTraceId, isTracing } from '../telemetry/tracing.ts';

/** Writes log lines without ever blocking or ending the process. */
interface LogDestination {
  write(line: string): void;
  /** Accepts no more lines; calls back when the last are written or cannot be. */
  flush(done: () => void): void;
}

/** Bytes that may wait to be written; further lines are dropped. */
const MOST_WAITING = 4_000_000;

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

/**
 * Writes lines to a file descriptor in batches. On failure (disk full, reader gone) it reports once on standard error
 * and retries twice a second. Pino's `destination` throws unless the error is EPIPE and then retries its last lines for
 * ever.
 */
function createLogDestination(descriptor: number, service: string): LogDestination {
  const stream = new sonicBoom.SonicBoom({
    fd: descriptor,
    sync: false,
    minLength: 16_000,
    // With strings it measures all that waits again at each line, which copies 8 kB on average.
    contentMode: 'buffer',
    maxLength: MOST_WAITING,
    periodicFlush: 500,
  });
  let failing = false;
  let dropped = 0;
  let ended = false;
  const fail = (reason: string) => {
    if (!failing) complain(`The log of ${service} cannot be written (${reason}); the service keeps running.`);
    failing = true;
  };
  stream.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  stream.on('drop', () => {
    fail('too many lines at once');
    dropped += 1;
  });
  stream.on('drain', () => {
    if (failing) complain(`The log of ${service} is written again; ${dropped} lines are missing.`);
    failing = false;
    dropped = 0;
  });
  return {
    write: (line) => {
      // Its types do not know what it accepts in this mode.
      if (!ended) stream.write(Buffer.from(line) as never);
    },
    flush: (done) => {
      for (const event of ['close', 'error']) stream.once(event, () => done());
      if (!ended) stream.end();
      ended = true;
    },
  };
}

// Not `process.stderr`: an error would close it and end the process, as both outputs are often the same file.
function complain(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`);
  } catch {
    // Standard error failed, too.
  }
}
