import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch } from '../meilisearch/find-meilisearch.ts';
import { startMeilisearch } from '../meilisearch/start-meilisearch.ts';
import { anyFreePort } from '../programs/free-port.ts';
import type { MeilisearchAccess } from './test-run.ts';

/** A Meilisearch that a test may do anything to. Its address and its key stay the same. */
export interface OwnMeilisearch extends MeilisearchAccess {
  /** The folder of its data, for whoever brings older ones back; only while it does not run. */
  readonly data: string;
  /** kill -9: it gets no chance to finish anything. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again, on the data that there are. */
  start(): Promise<void>;
  /** What a lost disk leaves; only while it does not run. */
  deleteData(): Promise<void>;
  /** Ends it, and leaves nothing behind. */
  remove(): Promise<void>;
}

/** Starts one; only `*.meilisearch-program.test.ts` are sure to have a program for it. */
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
