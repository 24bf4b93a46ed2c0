import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics } from 'prom-client';
import {
  describeEnvironment,
  type Environment,
  type EnvironmentSchema,
  listUnknownVariables,
} from '../config/environment.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ReadMetrics } from '../metrics/read-metrics.ts';
import { startTelemetry, type Telemetry } from '../telemetry/start-telemetry.ts';

export interface Service {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The parts of a service program, in starting order. */
export interface ServiceProgram<Config extends object> {
  /** The name of the service, for telemetry; its own variables begin with it in capitals. */
  name: string;
  /** All variables. Telemetry reads those that begin with `OTEL_`. */
  variables: Environment;
  environment: EnvironmentSchema;
  /** Throws AppError `invalid`: one line that begins with the variable's name. */
  readConfig: () => Config;
  /** Loads the rest of the program, for which a mistake in its configuration need not wait. */
  create: (config: Config) => Promise<CreatedProgram>;
}

/** Milliseconds for the last lines of the log. */
const FLUSH_TIMEOUT = 1_000;

/** Milliseconds from when a stop is given up until the process has ended for certain. */
export const LAST_MOMENTS = 2 * FLUSH_TIMEOUT;

interface CreatedProgram {
  service: Service;
  logger: Logger;
  metrics: Metrics;
  /** Milliseconds after which the process ends, even if something that it waits for does not answer. */
  stopTimeout: number;
}

/**
 * Runs a service until SIGTERM, SIGINT or the end of a parent connected by `ipc`, then lets it finish its work (S53),
 * for `stopTimeout` at most. A second signal exits at once; a failed start prints one line and exits with 1.
 * `--check-config` only prints the configuration, with secrets masked.
 */
export async function runService<Config extends object>(program: ServiceProgram<Config>): Promise<void> {
  // Without a listener, a broken standard error would end the process.
  process.stderr.on('error', () => {});
  let logger: Logger | undefined;
  try {
    const config = program.readConfig();
    const { name, environment, variables } = program;
    const unknown = listUnknownVariables(environment, variables, `${name.toUpperCase()}_`);
    if (process.argv.includes('--check-config')) {
      const ignored = unknown.map((variable) => `${variable} is ignored: there is no such variable`);
      process.stdout.write(`${[...describeEnvironment(environment, config), ...ignored].join('\n')}\n`);
      process.exit(0);
    }
    const telemetry = await startTelemetry(name, variables);
    const created = await program.create(config);
    logger = created.logger;
    measureProcess(created.metrics);
    stopOnSignal({ ...created, service: withTelemetry(created, telemetry) });
    exitOnDefect(logger);
    if (unknown.length > 0) logger.warn({ variables: unknown }, 'variables that do not exist are ignored');
    await created.service.start();
    await telemetry?.export(created.metrics);
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    exitWhenFlushed(logger, 1);
  }
}

function withTelemetry(
  { service }: Pick<CreatedProgram, 'service'>,
  telemetry: Telemetry | undefined,
): Pick<Service, 'stop'> {
  return {
    async stop() {
      await service.stop();
      await telemetry?.stop();
    },
  };
}

type StoppedProgram = Pick<CreatedProgram, 'logger' | 'stopTimeout'> & { service: Pick<Service, 'stop'> };

function stopOnSignal({ service, logger, stopTimeout }: StoppedProgram): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      exitWhenFlushed(logger, 1);
      return;
    }
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.warn({ seconds: stopTimeout / 1_000 }, 'stopped before everything had ended');
      exitWhenFlushed(logger, 0);
    }, stopTimeout - LAST_MOMENTS);
    service.stop().then(
      () => exitWhenFlushed(logger, 0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        exitWhenFlushed(logger, 1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent is gone, perhaps by SIGKILL, so it cannot stop us.
  process.on('disconnect', () => stop('SIGTERM'));
}

function exitOnDefect(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    exitWhenFlushed(logger, 1);
  });
}

/** Waits for the last lines, within limits: their reader may have stalled. */
function exitWhenFlushed(logger: Logger | undefined, code: number): void {
  setTimeout(() => process.exit(code), FLUSH_TIMEOUT);
  if (logger) logger.flush(() => process.exit(code));
  else process.exit(code);
}

/** AppErrors are shown as their message; anything else is a defect and shows its stack. */
function describeStartError(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Adds those of Node.js. Call it once in a process: what it observes cannot be stopped. */
export function measureProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry });
  measureEventLoop(metrics);
}

/** Counters rather than a share, so that any number of scrapers can take the rate over a time of their own. */
function measureEventLoop({ addReadCounter }: ReadMetrics): void {
  for (const state of ['active', 'idle'] as const) {
    addReadCounter({
      name: `nodejs_eventloop_${state}_seconds_total`,
      help: `Seconds that the event loop was ${state}; the rate of the active ones is its utilisation`,
      read: () => [{ labels: {}, value: performance.eventLoopUtilization()[state] / 1_000 }],
    });
  }
}
