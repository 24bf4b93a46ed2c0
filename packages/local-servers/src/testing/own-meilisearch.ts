import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeilisearch } from '../meilisearch/start-meilisearch.ts';
import { anyFreePort } from '../programs/child-programs.ts';
import { findMeilisearch } from '../programs/find-programs.ts';
import type { MeilisearchAccess } from './test-run.ts';

/** A Meilisearch for one test, with a stable address and key. */
export interface OwnMeilisearch extends MeilisearchAccess {
  /** The data folder, to restore older data while it is stopped. */
  readonly data: string;
  /** Sends SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Simulates a lost disk while it is stopped. */
  deleteData(): Promise<void>;
  remove(): Promise<void>;
}

export async function startOwnMeilisearch(): Promise<OwnMeilisearch> {
  const program = findMeilisearch();
  if (!program)
    throw new Error('No Meilisearch program: the file must be called *.meilisearch-program.test.ts');
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-meilisearch-'));
  const options = { program, directory: join(folder, 'meilisearch'), port: await anyFreePort() };
  let server = await startMeilisearch(options);

  async function kill(): Promise<void> {
    process.kill(server.processId, 'SIGKILL');
    await server.ended;
  }
  return {
    url: server.url,
    key: server.key,
    data: server.data,
    kill,
    start: async () => {
      server = await startMeilisearch(options);
    },
    deleteData: () => rm(server.data, { recursive: true }),
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
