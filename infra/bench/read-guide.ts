import { closeDatabase, openDatabase } from '@guidepost/postgres';
import { KNOWLEDGE_BASE_REVISIONS } from '../../services/kb-service/src/knowledge-bases/changes.ts';
import { type CpuComparison, compareCpu } from './cpu-per-request.ts';
import { forgetAnswers } from './forget-answers.ts';
import { startMeasured } from './measured-process.ts';
import { startService } from './start-service.ts';

/** The guides that are read, and where. */
export interface ReadGuideOptions {
  databaseUrl: string;
  host: string;
  knowledgeBaseId: number;
  guideIds: readonly number[];
}

export interface ReadGuideResult {
  /** The first of them, again and again: the answer is kept. */
  again: CpuComparison;
  /** Each of them for the first time since something changed. */
  first: CpuComparison;
}

const BASELINE = new URL('./baseline.ts', import.meta.url);
const SERVICE_PORT = 4910;
const BASELINE_PORT = 4911;
const AGAIN = 4_000;
const ACCEPT = { Accept: 'application/vnd.api+json' };

/** CPU time a request of the service and of the baseline. */
export async function measureReadGuide(options: ReadGuideOptions): Promise<ReadGuideResult> {
  const { databaseUrl, host, knowledgeBaseId, guideIds } = options;
  const { process: service } = await startService(databaseUrl, SERVICE_PORT);
  const baseline = await startMeasured(BASELINE, {
    address: `http://127.0.0.1:${BASELINE_PORT}`,
    environment: { KB_DATABASE_URL: databaseUrl, BASELINE_PORT: String(BASELINE_PORT) },
  });
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'bench',
    statementTimeout: 0,
  });
  const compare = (ids: readonly number[], requests: number, beforeRound: () => Promise<void>) => {
    const side = (process: typeof service, tenant: string | number) => ({
      process,
      urls: ids.map((id) => `${process.address}/knowledge/v1/${tenant}/guides/${id}`),
      headers: ACCEPT,
    });
    return compareCpu(side(service, host), side(baseline, knowledgeBaseId), { requests, beforeRound });
  };
  const forget = () => forgetAnswers(database, KNOWLEDGE_BASE_REVISIONS, [knowledgeBaseId]);
  const result = {
    again: await compare(guideIds.slice(0, 1), AGAIN, async () => {}),
    first: await compare(guideIds, guideIds.length, forget),
  };
  await Promise.all([service.stop(), baseline.stop(), closeDatabase(database)]);
  return result;
}
