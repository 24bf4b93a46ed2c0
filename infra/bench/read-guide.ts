import { type CpuComparison, compareCpu } from './cpu-per-request.ts';
import { startMeasured } from './measured-process.ts';
import { startService } from './start-service.ts';

/** The guide that is read, and where. */
export interface ReadGuideOptions {
  databaseUrl: string;
  host: string;
  knowledgeBaseId: number;
  guideId: number;
}

const BASELINE = new URL('./baseline.ts', import.meta.url);
const SERVICE_PORT = 4910;
const BASELINE_PORT = 4911;
const ACCEPT = { Accept: 'application/vnd.api+json' };

/** CPU time a request of the service and of the baseline. */
export async function measureReadGuide(options: ReadGuideOptions): Promise<CpuComparison> {
  const { databaseUrl, host, knowledgeBaseId, guideId } = options;
  const { process: service } = await startService(databaseUrl, SERVICE_PORT);
  const baseline = await startMeasured(BASELINE, {
    address: `http://127.0.0.1:${BASELINE_PORT}`,
    environment: { KB_DATABASE_URL: databaseUrl, BASELINE_PORT: String(BASELINE_PORT) },
  });
  const side = (process: typeof service, tenant: string | number) => ({
    process,
    urls: [`${process.address}/knowledge/v1/${tenant}/guides/${guideId}`],
    headers: ACCEPT,
  });
  const result = await compareCpu(side(service, host), side(baseline, knowledgeBaseId), { requests: 4_000 });
  await Promise.all([service.stop(), baseline.stop()]);
  return result;
}
