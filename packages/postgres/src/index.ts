export { batchable } from './batching/batched-reads.ts';
export {
  closeDatabase,
  type Database,
  type DatabaseOptions,
  type Executor,
  openDatabase,
} from './connection/database.ts';
export { type DatabaseStatus, databaseStatus, ping } from './connection/database-status.ts';
export { inSnapshot } from './connection/in-snapshot.ts';
export { measurePools } from './connection/measure-pools.ts';
export {
  openServiceDatabases,
  type ServiceDatabasesOptions,
} from './connection/service-databases.ts';
export {
  fromDatabaseError,
  isForeignKeyViolation,
  isLockTimeout,
  isUniqueViolation,
} from './errors/database-error.ts';
export { listen } from './listening/listen.ts';
export { bringUpToDate } from './migrations/bring-up-to-date.ts';
export { migrate } from './migrations/migrate.ts';
export { SHARED_MIGRATIONS } from './migrations/shared-migrations.ts';
export { cancelMove, deleteCopy } from './moves/end-move.ts';
export { type MoveReport, moveTenant, planMove } from './moves/move-tenant.ts';
export type {
  MovableTenant,
  MoveStatus,
  TenantMove,
  TenantTable,
  TenantTables,
} from './moves/tenant-move.ts';
export type { ContentReader } from './replica/content-reader.ts';
export { type ContentReads, createContentReads } from './replica/content-reads.ts';
export type { RevisionSource } from './revisions/revision-source.ts';
export {
  bumpRevision,
  logListening,
  measureListening,
  type RevisionWatch,
  watchRevisions,
} from './revisions/revisions.ts';
export { createTenantDirectory, type TenantDirectory } from './revisions/tenant-directory.ts';
export { createSecret, type Secret } from './secrets/secret.ts';
export {
  type BoundStatement,
  type Parts,
  type RegisteredStatement,
  registeredStatements,
  type SqlPart,
  type Statement,
  sql,
  sqlTemplate,
  type Template,
} from './sql/sql.ts';
export { isStoredId } from './sql/stored-id.ts';
