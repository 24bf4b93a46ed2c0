export { roomyFolder } from '../programs/disk.ts';
export { findChromium, findOnPath, findPgBouncer } from '../programs/find-programs.ts';
export { type Balanced, startBalancer } from './haproxy.ts';
export { type LogicalPostgres, startLogicalPostgres } from './logical-postgres.ts';
export { type OwnMeilisearch, startOwnMeilisearch } from './own-meilisearch.ts';
export { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
export {
  type PairedPostgres,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './replicated-postgres.ts';
export {
  createTestDatabase,
  sameDatabaseOn,
  type TestDatabase,
  type TestDatabaseOptions,
  withDatabaseAway,
} from './test-database.ts';
export {
  type MeilisearchAccess,
  meilisearchForTests,
  type SharedServers,
  sharedServers,
  shareServers,
} from './test-run.ts';
export { startTestServers, type TestServers } from './test-servers.ts';
export { until } from './until.ts';
