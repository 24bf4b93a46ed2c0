import { startMeilisearch } from '../start-meilisearch.ts';

// Starts Meilisearch, reports its process id, and waits to be killed.
const [program = '', directory = ''] = process.argv.slice(2);
const { processId } = await startMeilisearch({ program, directory });
process.send?.(processId);
process.once('disconnect', () => process.exit());
