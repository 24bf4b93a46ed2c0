import { startPostgres } from '../start-postgres.ts';

// Holds the cluster until its parent ends it; see holder-process.ts.
const [directory = ''] = process.argv.slice(2);
const cluster = await startPostgres({ directory, durable: false });
process.once('message', () => void release());
process.send?.({ adopted: cluster.adopted, processId: cluster.processId });

async function release(): Promise<void> {
  process.send?.(await cluster.release());
  process.disconnect?.();
}
