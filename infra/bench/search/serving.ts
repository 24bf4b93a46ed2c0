import { anyFreePort } from '@guidepost/service-kit/embedded';
import type { MeasuredProcess } from '../measured-process.ts';
import { startService } from '../start-service.ts';
import type { SearchedService } from './searched-service.ts';

/** How a service reaches Meilisearch. */
export interface EngineAccess {
  url: string;
  key: string;
}

/** A service that runs. */
export interface Serving extends MeasuredProcess {
  /** From now on until what it returns is called: of all searches that are answered, the share that Meilisearch answers. */
  countByMeilisearch(): Promise<() => Promise<number>>;
}

/** @param engine without one PostgreSQL answers */
export async function serve(
  { name, databaseUrl }: SearchedService,
  engine: EngineAccess | undefined,
): Promise<Serving> {
  const [port, metricsPort] = [await anyFreePort(), await anyFreePort()];
  const prefix = name === 'kb-service' ? 'KB' : 'FORUM';
  const environment = {
    RATE_LIMITS: 'off',
    [`${prefix}_METRICS_PORT`]: String(metricsPort),
    ...(engine && { MEILI_URL: engine.url, MEILI_KEY: engine.key }),
  };
  const { process } = await startService(databaseUrl, port, { name, environment });
  const readCounts = async () => {
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    return countSearches(await metrics.text());
  };
  return {
    ...process,
    async countByMeilisearch() {
      const before = await readCounts();
      return async () => {
        const after = await readCounts();
        return (after.meilisearch - before.meilisearch) / (after.all - before.all);
      };
    },
  };
}

const COUNTER = /^searches_total\{engine="(?<engine>[^"]+)".*\} (?<count>\d+)$/gm;

/** How many searches were answered, for whatever reason by this engine, as Prometheus is told. */
export function countSearches(metrics: string): { all: number; meilisearch: number } {
  const counts = { all: 0, meilisearch: 0 };
  for (const { groups: { engine, count } = {} } of metrics.matchAll(COUNTER)) {
    counts.all += Number(count);
    if (engine === 'meilisearch') counts.meilisearch += Number(count);
  }
  return counts;
}
