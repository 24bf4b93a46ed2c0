import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../postgres/start-postgres.ts';
import { roomyFolder } from '../programs/disk.ts';

/** A server whose tables can be replicated to other databases. */
export interface LogicalPostgres {
  /** For {@link createTestDatabase}. */
  serverUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a server for one test file: on that of all others, replication would begin when no test has a transaction
 * open.
 */
export async function startLogicalPostgres(): Promise<LogicalPostgres> {
  const folder = await mkdtemp(join(await roomyFolder(), 'guidepost-logical-'));
  const server = await startPostgres({ directory: join(folder, 'postgres'), durable: false, logical: true });
  return {
    serverUrl: server.url('postgres'),
    async stop() {
      await server.release();
      await rm(folder, { recursive: true });
    },
  };
}
