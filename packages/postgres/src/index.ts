export {
  closeDatabase,
  type Database,
  type DatabaseOptions,
  type Executor,
  openDatabase,
} from './connection/database.ts';
export { fromDatabaseError } from './errors/database-error.ts';
export { isUniqueViolation } from './errors/unique-violation.ts';
export { type Listener, type ListenOptions, listen } from './listening/listen.ts';
export { migrate } from './migrations/migrate.ts';
export {
  createSharedRateLimits,
  type SharedRateLimits,
  type SharedRateLimitsOptions,
} from './rate-limits/shared-rate-limits.ts';
export {
  bumpRevision,
  type RevisionSource,
  type RevisionWatch,
  watchRevisions,
} from './revisions/revisions.ts';
export { createTenantDirectory, type TenantDirectory } from './revisions/tenant-directory.ts';
export {
  type BoundStatement,
  type Fragments,
  preparedStatement,
  sqlText,
  statementTemplate,
} from './sql/sql-file.ts';
