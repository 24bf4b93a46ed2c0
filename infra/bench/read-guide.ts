import { applyLoad } from './load.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';
import { median } from './median.ts';
import { startService } from './start-service.ts';

/** The guide that is read, and where. */
export interface ReadGuideOptions {
  databaseUrl: string;
  host: string;
  knowledgeBaseId: number;
  guideId: number;
}

export interface ReadGuideResult {
  /** Microseconds of CPU a request, the median over all rounds. */
  service: number;
  baseline: number;
  /** The median of each round's own ratio: noise of the machine that lasts a round hits both sides. */
  ratio: number;
}

const BASELINE = new URL('./baseline.ts', import.meta.url);
const SERVICE_PORT = 4910;
const BASELINE_PORT = 4911;
const ACCEPT = { Accept: 'application/vnd.api+json' };
const ROUNDS = 7;
const WARM_UP = 4_000;
const REQUESTS = 4_000;
const CONCURRENCY = 8;

/** CPU time a request of the service and of the baseline, in rounds that take turns. */
export async function measureReadGuide(options: ReadGuideOptions): Promise<ReadGuideResult> {
  const { databaseUrl, host, knowledgeBaseId, guideId } = options;
  const path = (tenant: string | number) => `/knowledge/v1/${tenant}/guides/${guideId}`;
  const { process: service } = await startService(databaseUrl, SERVICE_PORT);
  const baseline = await startMeasured(BASELINE, {
    address: `http://127.0.0.1:${BASELINE_PORT}`,
    environment: { KB_DATABASE_URL: databaseUrl, BASELINE_PORT: String(BASELINE_PORT) },
  });
  const sides = {
    service: { process: service, path: path(host) },
    baseline: { process: baseline, path: path(knowledgeBaseId) },
  };
  await cpuPerRequest(sides.service, WARM_UP);
  await cpuPerRequest(sides.baseline, WARM_UP);
  const rounds: { service: number; baseline: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      service: await cpuPerRequest(sides.service, REQUESTS),
      baseline: await cpuPerRequest(sides.baseline, REQUESTS),
    });
  }
  await Promise.all([service.stop(), baseline.stop()]);
  return {
    service: median(rounds.map((round) => round.service)),
    baseline: median(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.service / round.baseline)),
  };
}

async function cpuPerRequest(
  side: { process: MeasuredProcess; path: string },
  requests: number,
): Promise<number> {
  const before = await side.process.usage();
  await applyLoad({
    urls: [side.process.address + side.path],
    headers: ACCEPT,
    requests,
    concurrency: CONCURRENCY,
  });
  const after = await side.process.usage();
  return (after.cpuMicroseconds - before.cpuMicroseconds) / requests;
}
