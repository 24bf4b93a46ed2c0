import { join } from 'node:path';
import { findMeilisearch, type LocalMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';
import { keepRunning, type Running, type Say } from './keep-running.ts';
import type { Settings } from './settings.ts';

/** What the services search with. */
export interface SearchServer {
  /** Tells the services where it is. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const NOTHING_STARTED: SearchServer = { environment: {}, close: async () => {} };

/**
 * The Meilisearch that `MEILI_URL` names, else a program of this machine, started for as long as the services run. Without
 * one they search in their databases, and also when it does not start: nobody has to have it.
 */
export async function openSearch({ DATA_DIR, MEILI_URL }: Settings, say: Say): Promise<SearchServer> {
  const program = findMeilisearch();
  if (MEILI_URL) say(`Search is on the Meilisearch at ${MEILI_URL}`);
  else if (!program) say('Search is on PostgreSQL; a meilisearch on the PATH would be used');
  if (MEILI_URL || !program) return NOTHING_STARTED;
  try {
    return await startSearch(program, join(DATA_DIR, 'meilisearch'), say);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(`Search is on PostgreSQL: ${error.message}`);
    return NOTHING_STARTED;
  }
}

async function startSearch(program: string, directory: string, say: Say): Promise<SearchServer> {
  const server = await startMeilisearch({ program, directory });
  const { url, key, version, dropped } = server;
  const filledAgain = dropped ? `; what Meilisearch ${dropped} had there is being indexed again` : '';
  say(`Search is on Meilisearch ${version}; its data are in ${directory}${filledAgain}`);
  // The services know it by this port.
  const port = Number(new URL(url).port);
  const { failure, stop } = keepRunning(asRunning(server), {
    name: 'Meilisearch',
    log: `${directory}.log`,
    start: async () => asRunning(await startMeilisearch({ program, directory, port })),
    say,
  });
  failure.catch((error: Error) => {
    say(error.message);
    say('Search is on PostgreSQL from now on.');
  });
  return { environment: { MEILI_URL: url, MEILI_KEY: key }, close: stop };
}

function asRunning({ ended, stop }: LocalMeilisearch): Running {
  return { ended: ended.then(() => undefined), stop };
}
