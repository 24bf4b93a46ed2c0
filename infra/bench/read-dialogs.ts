import { type CpuComparison, compareCpu } from './cpu-per-request.ts';
import { startMeasured } from './measured-process.ts';
import { startService } from './start-service.ts';

/** What is read, and where. */
export interface ReadDialogsOptions {
  databaseUrl: string;
  slug: string;
  forumId: number;
  dialogId: number;
}

export interface ReadDialogsResult {
  /** The newest fifty. */
  list: CpuComparison;
  one: CpuComparison;
}

const BASELINE = new URL('./baseline-dialogs.ts', import.meta.url);
const SERVICE_PORT = 4914;
const BASELINE_PORT = 4915;

/** CPU time a request of the forum service, and of Express with the same prepared statements. */
export async function measureReadDialogs(options: ReadDialogsOptions): Promise<ReadDialogsResult> {
  const { databaseUrl, slug, forumId, dialogId } = options;
  const { process: service } = await startService(databaseUrl, SERVICE_PORT, 'forum-service');
  const baseline = await startMeasured(BASELINE, {
    address: `http://127.0.0.1:${BASELINE_PORT}`,
    environment: { FORUM_DATABASE_URL: databaseUrl, BASELINE_PORT: String(BASELINE_PORT) },
  });
  const sides = (path: string, comparedPath: string) =>
    [
      { process: service, urls: [`${service.address}${path}`] },
      { process: baseline, urls: [`${baseline.address}${comparedPath}`] },
    ] as const;
  const list = await compareCpu(...sides(`/api/${slug}.json`, `/dialogs/${forumId}`), { requests: 1_500 });
  const path = `/dialog/${slug}/${dialogId}.json`;
  const one = await compareCpu(...sides(`/api${path}`, `/dialogs/${forumId}/${dialogId}`), {
    requests: 4_000,
  });
  await Promise.all([service.stop(), baseline.stop()]);
  return { list, one };
}
