import type { Database, Executor } from '../connection/database.ts';
import type { RowKey } from './row-statements.ts';
import type { TenantTables } from './tenant-tables.ts';

/** Of a tenant that is in this database: it is being moved to another one, or only its copy is left. */
export type MoveStatus = 'moving' | 'moved';

/** A tenant as its service describes it to a move. */
export interface MovableTenant {
  tenantId: number;
  tables: TenantTables;
  /** Says which name of the tenant is taken in the target. */
  findTaken: (databases: { source: Executor; target: Executor }) => Promise<string | undefined>;
  /** In the target: queues documents with these keys of `tables.documents` for search, or all. */
  queue: (target: Executor, keys: readonly RowKey[] | undefined) => Promise<void>;
  /** In the source: has workers wait that change much at once. */
  holdWorkers: (source: Executor) => Promise<void>;
  /** In the target, at the end: has instances read the tenant. */
  arrive: (target: Executor) => Promise<void>;
  /** In the source, afterwards: has instances forget the tenant. */
  leave: (source: Executor) => Promise<void>;
  /** In the source, before the copy is deleted: has workers remove what is theirs. */
  beforeDeletion: (source: Executor) => Promise<void>;
}

/** A tenant, and the database that it is to live in. */
export interface TenantMove extends MovableTenant {
  source: Database;
  target: Database;
  /** For people. */
  onStage: (sentence: string) => void;
  /** Gives up, until the last changes are copied. */
  signal: AbortSignal;
}
