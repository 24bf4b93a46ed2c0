import { startEmbedded } from '../cluster.ts';

// Holds the cluster until its parent says so, and tells it what happened; see holder-process.ts.
const [directory = ''] = process.argv.slice(2);
const cluster = await startEmbedded({ directory, durable: false });
process.once('message', async () => {
  process.send?.(await cluster.release());
  process.disconnect?.();
});
process.send?.({ adopted: cluster.adopted, processId: cluster.processId });
