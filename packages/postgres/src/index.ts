export { batchable } from './batching/batched-reads.ts';
export {
  type ContentReader,
  closeDatabase,
  type Database,
  type DatabaseOptions,
  type Executor,
  halfOfConnections,
  inSnapshot,
  openDatabase,
} from './connection/database.ts';
export {
  type DatabaseStatus,
  databaseStatus,
  measurePools,
  openServiceDatabases,
  ping,
  type ServiceDatabasesOptions,
} from './connection/service-databases.ts';
export {
  fromDatabaseError,
  isForeignKeyViolation,
  isLockTimeout,
  isUniqueViolation,
  LOCK_TIMEOUT,
} from './errors/database-error.ts';
export { listen } from './listening/listen.ts';
export { bringUpToDate, migrate, SHARED_MIGRATIONS } from './migrations/migrate.ts';
export { cancelMove, deleteCopy } from './moves/end-move.ts';
export { type MoveReport, moveTenant, planMove } from './moves/move-tenant.ts';
export type {
  MovableTenant,
  MoveStatus,
  TenantMove,
  TenantTable,
  TenantTables,
} from './moves/tenant-move.ts';
export { type ContentReads, createContentReads } from './replica/content-reads.ts';
export {
  bumpRevision,
  createTenantDirectory,
  logListening,
  measureListening,
  type RevisionSource,
  type RevisionWatch,
  type TenantDirectory,
  watchRevisions,
} from './revisions/revisions.ts';
export { createSecret, type Secret } from './secrets/secret.ts';
export {
  type BoundStatement,
  type NamedValues,
  type Parts,
  type RegisteredStatement,
  registeredStatements,
  type SqlPart,
  type Statement,
  sql,
  sqlTemplate,
  type Template,
  type TemplatePart,
} from './sql/sql.ts';
