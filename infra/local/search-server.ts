import { join } from 'node:path';
import { findMeilisearch, type LocalMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';
import { keepRunning, type Running, type Say } from './keep-running.ts';
import type { Settings } from './settings.ts';

export interface SearchServer {
  /** Variables for the services. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const NOTHING_STARTED: SearchServer = { environment: {}, close: async () => {} };

/** Uses the Meilisearch at `MEILI_URL`, else a local program, else nothing: the services search by themselves. */
export async function openSearch({ DATA_DIR, MEILI_URL }: Settings, say: Say): Promise<SearchServer> {
  const program = findMeilisearch();
  if (MEILI_URL) say(`Search is on the Meilisearch at ${MEILI_URL}`);
  else if (!program) say('Search is built in; Meilisearch would be used if it were on the PATH');
  if (MEILI_URL || !program) return NOTHING_STARTED;
  try {
    return await startSearch(program, join(DATA_DIR, 'meilisearch'), say);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(`Search is built in: ${error.message}`);
    return NOTHING_STARTED;
  }
}

async function startSearch(program: string, directory: string, say: Say): Promise<SearchServer> {
  const server = await startMeilisearch({ program, directory });
  const { url, key, version, dropped } = server;
  const filledAgain = dropped ? `; what Meilisearch ${dropped} had there is being indexed again` : '';
  say(`Search is on Meilisearch ${version}; its data are in ${directory}${filledAgain}`);
  const port = Number(new URL(url).port);
  const { failure, stop } = keepRunning(asRunning(server), {
    name: 'Meilisearch',
    log: `${directory}.log`,
    start: async () => asRunning(await startMeilisearch({ program, directory, port })),
    say,
  });
  failure.catch((error: Error) => {
    say(error.message);
    say('Search has switched to the built-in one.');
  });
  return { environment: { MEILI_URL: url, MEILI_KEY: key }, close: stop };
}

function asRunning({ ended, stop }: LocalMeilisearch): Running {
  return { ended: ended.then(() => undefined), stop };
}
