export { findOnPath } from '../programs/find-on-path.ts';
export { roomyFolder } from '../programs/roomy-folder.ts';
export { sameDatabaseOn } from './administration.ts';
export { withDatabaseAway } from './database-away.ts';
export { findPgBouncer } from './find-pgbouncer.ts';
export { type Balanced, startBalancer } from './haproxy.ts';
export { type LogicalPostgres, startLogicalPostgres } from './logical-postgres.ts';
export { type OwnMeilisearch, startOwnMeilisearch } from './own-meilisearch.ts';
export { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
export {
  type PairedPostgres,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './replicated-postgres.ts';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts';
export {
  type MeilisearchAccess,
  meilisearchForTests,
  type SharedServers,
  sharedServers,
  shareServers,
} from './test-run.ts';
export { startTestServers, type TestServers } from './test-servers.ts';
export { until } from './until.ts';
