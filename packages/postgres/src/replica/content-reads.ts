import { AppError, type Logger, type Metrics } from '@guidepost/service-kit';
import { createBatchedReads } from '../batching/batched-reads.ts';
import type { ContentReader, Database } from '../connection/database.ts';
import { fromDatabaseError } from '../errors/database-error.ts';
import type { RevisionSource } from '../revisions/revisions.ts';
import type { BoundStatement } from '../sql/sql.ts';
import { atRevision, type KnownTenant, type ReplicaAnswer, readReplicaAnswer } from './at-revision.ts';

/** Limits attempts at something that fails: one after each pause, which double, until one succeeds. */
interface Pause {
  /** Whether to try now; what is tried next must wait longer. */
  mayTry(): boolean;
  fail(): void;
  succeed(): void;
}

/** Milliseconds. */
interface PauseLengths {
  first: number;
  longest: number;
}

export interface ContentReads {
  /** Reads nothing that is older than this tenant. */
  of(tenant: KnownTenant): ContentReader;
}

export interface ContentReadsOptions {
  primary: Database;
  /** A streaming replica; undefined without one. */
  replica: Database | undefined;
  source: Pick<RevisionSource, 'table'>;
  logger: Logger;
  metrics: Pick<Metrics, 'addCounter'>;
}

/** Why the replica did not answer: `paused` after one of the others. */
type Refusal = 'behind' | 'promoted' | 'away' | 'failed' | 'paused' | 'empty';

const AWAY = { first: 500, longest: 5_000 };
const BEHIND = { first: 50, longest: 5_000 };

/** Cancelled by its time limit, or because of a conflict with what is replayed: the next statement may succeed. */
const CANCELLED = ['57014', '40001'];

/**
 * Reads content on the replica if that has the tenant's revision, otherwise on the primary, with the same statement.
 * The primary also confirms that there is nothing: it may have been posted on another instance, and its address be
 * known, before this one was notified. Without a replica, the primary answers.
 */
export function createContentReads(options: ContentReadsOptions): ContentReads {
  const { primary, replica } = options;
  if (!replica) {
    const batched = createBatchedReads(primary);
    return { of: () => batched };
  }
  const ask = createReplicaQuestion({ ...options, replica });
  const count = options.metrics.addCounter<'server' | 'reason'>({
    name: 'content_reads_total',
    help: 'Reads of content that the replica or the primary answered, and why',
    labelNames: ['server', 'reason'],
  });

  async function readOnReplica<Row>(
    tenant: KnownTenant,
    statement: BoundStatement,
  ): Promise<Row[] | undefined> {
    const answer = await ask<Row>(tenant, statement);
    const read = 'rows' in answer;
    count(read ? { server: 'replica', reason: 'current' } : { server: 'primary', reason: answer.refused });
    return read ? answer.rows : undefined;
  }

  return {
    of: (tenant) => ({
      any: async (statement) => (await readOnReplica(tenant, statement)) ?? primary.any(statement),
      one: async <Row>(statement: BoundStatement) => {
        const rows = await readOnReplica<Row>(tenant, statement);
        return rows?.length === 1 ? (rows[0] as Row) : primary.one<Row>(statement);
      },
      oneOrNone: async <Row>(statement: BoundStatement) => {
        const rows = await readOnReplica<Row>(tenant, statement);
        return rows?.length === 1 ? (rows[0] as Row) : primary.oneOrNone<Row>(statement);
      },
    }),
  };
}

type Answer<Row> = { rows: Row[] } | { refused: Refusal };

type Ask = <Row>(tenant: KnownTenant, statement: BoundStatement) => Promise<Answer<Row>>;

/** Asks the replica, unless it was away or behind a moment ago. */
function createReplicaQuestion({
  replica,
  source,
  logger,
}: ContentReadsOptions & { replica: Database }): Ask {
  const availability = createAvailability(logger);
  const behind = new Map<number, Pause>();

  function noteBehind({ id }: KnownTenant): void {
    const pause = behind.get(id) ?? createPause(BEHIND);
    pause.fail();
    behind.set(id, pause);
  }

  return async <Row>(tenant: KnownTenant, statement: BoundStatement): Promise<Answer<Row>> => {
    if (!availability.mayTry() || behind.get(tenant.id)?.mayTry() === false) return { refused: 'paused' };
    const began = performance.now();
    let answer: ReplicaAnswer<Row>;
    try {
      answer = readReplicaAnswer(await replica.any(atRevision(statement, source.table, tenant)), tenant);
    } catch (error) {
      if (!isLoss(error)) return { refused: 'failed' };
      availability.lose(began, 'away', error);
      return { refused: 'away' };
    }
    if ('refused' in answer && answer.refused === 'promoted') {
      availability.lose(began, 'promoted');
      return answer;
    }
    availability.answer(began);
    if ('refused' in answer) noteBehind(tenant);
    else behind.delete(tenant.id);
    return 'rows' in answer && answer.rows.length === 0 ? { refused: 'empty' } : answer;
  };
}

/** Whether the replica can be asked. What was asked before the last change says nothing about it. */
function createAvailability(logger: Logger) {
  const pause = createPause(AWAY);
  let lost = false;
  let changed = 0;

  function change(now: boolean): void {
    lost = now;
    changed = performance.now();
  }

  return {
    mayTry: pause.mayTry,
    lose(began: number, reason: string, err?: unknown): void {
      if (lost || began < changed) return;
      change(true);
      pause.fail();
      logger.warn({ err, reason }, 'the replica is not used; the primary answers meanwhile');
    },
    answer(began: number): void {
      if (!lost || began < changed) return;
      change(false);
      pause.succeed();
      logger.info('the replica answers again');
    },
  };
}

/** Whether the server is the cause, not the statement. */
function isLoss(error: unknown): boolean {
  const cancelled = error instanceof Error && 'code' in error && CANCELLED.includes(String(error.code));
  const reported = fromDatabaseError(error);
  return !cancelled && reported instanceof AppError && reported.kind === 'unavailable';
}

function createPause({ first, longest }: PauseLengths): Pause {
  let failing = false;
  let length = first;
  let until = 0;
  return {
    mayTry() {
      if (!failing) return true;
      const now = performance.now();
      if (now < until) return false;
      length = Math.min(2 * length, longest);
      until = now + length;
      return true;
    },
    fail() {
      // Those that were tried together fail together.
      if (failing) return;
      failing = true;
      length = first;
      until = performance.now() + first;
    },
    succeed() {
      failing = false;
    },
  };
}
