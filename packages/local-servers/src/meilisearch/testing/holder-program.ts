import { startMeilisearch } from '../start-meilisearch.ts';

const [program = '', directory = ''] = process.argv.slice(2);
const { processId } = await startMeilisearch({ program, directory });
process.send?.(processId);
process.once('disconnect', () => process.exit());
