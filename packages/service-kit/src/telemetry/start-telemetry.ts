import type { Environment } from '../config/environment.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { beginTracing } from './tracing.ts';

export interface Telemetry {
  /** Has the metrics exported, too. */
  export(metrics: Metrics): Promise<void>;
  /** Sends what is left, for three seconds at most. */
  stop(): Promise<void>;
}

/** Any of these asks for telemetry, unless it is `none`. */
const ASKING = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
];

/** Milliseconds. */
const LONGEST_STOP = 3_000;

/** Loads OpenTelemetry and its SDK, which reads the standard variables by itself, only if one of them asks for it. */
export async function startTelemetry(
  service: string,
  environment: Environment,
): Promise<Telemetry | undefined> {
  if (!isAsked(environment)) return undefined;
  const api = await import('@opentelemetry/api');
  const { startSdk } = await import('./sdk.ts');
  const { exportMetrics } = await import('./export-metrics.ts');
  const isNamed =
    environment.OTEL_SERVICE_NAME || environment.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=');
  const shutDown = startSdk(isNamed ? undefined : `guidepost-${service}`);
  beginTracing(api);
  return {
    export: exportMetrics,
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LONGEST_STOP);
      await Promise.race([shutDown().catch(() => {}), promise]);
      clearTimeout(timer);
    },
  };
}

function isAsked(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false;
  return ASKING.some((name) => environment[name] && environment[name] !== 'none');
}
