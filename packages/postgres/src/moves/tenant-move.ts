import type { Database, Executor } from '../connection/database.ts';
import type { TargetCheck } from './check-target.ts';
import type { RowKey } from './row-statements.ts';

/** A tenant that moves, and what its service does for that. */
export interface TenantMove extends Omit<TargetCheck, 'source' | 'target'> {
  source: Database;
  target: Database;
  /** In the target: queues documents with these keys of `tables.documents` for search, or all. */
  queue: (transaction: Executor, keys: readonly RowKey[] | undefined) => Promise<void>;
  /** In the source: has workers wait that change much at once. */
  holdWorkers: (transaction: Executor) => Promise<void>;
  /** In the target, at the end: has instances read the tenant. */
  arrive: (transaction: Executor, tenantId: number) => Promise<void>;
  /** In the source, afterwards: has instances forget the tenant. */
  leave: (transaction: Executor, tenantId: number) => Promise<void>;
  /** For people. */
  onStage: (sentence: string) => void;
}
