export { roomyFolder } from '../programs/roomy-folder.ts';
export { withDatabaseAway } from './database-away.ts';
export { type OwnMeilisearch, startOwnMeilisearch } from './own-meilisearch.ts';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts';
export { type MeilisearchAccess, meilisearchForTests } from './test-run.ts';
export { until } from './until.ts';
