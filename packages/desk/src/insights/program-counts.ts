import { createHmac } from 'node:crypto';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { type LockTenants, ofTenants } from './batch.ts';
import { FEWEST_GROUPS, foldQuery, groupsOf, QUERY_BYTES } from './countable.ts';
import { dayOf, lastDays } from './days.ts';
import type { InsightTable } from './insight-tables.ts';
import type { SearchesRequest } from './list-searches.ts';

export interface CountsOptions {
  database: Database;
  secret: Secret;
  lockTenants: LockTenants;
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number;
}

/** A program by the name that it gives itself; empty without one. */
export interface ByProgram {
  tenantId: number;
  program: string;
}

/**
 * Counts what programs read and search for, apart from people and without addresses. Nothing waits for it, and it never
 * throws.
 */
export interface ProgramCounts {
  countRead(by: ByProgram): void;
  /** A query that finds nothing is listed when it was asked for in three different half hours. */
  countSearch(by: ByProgram, searched: { query: string; inVain: boolean }): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
}

/** Uses of a program on a day. */
interface PendingUse extends ByProgram {
  day: string;
  reads: number;
  searches: number;
  inVain: number;
}

interface PendingQuery {
  tenantId: number;
  day: string;
  words: string;
  inVain: number;
  /** Those in which it was asked for, since 1970. */
  halfHours: Set<number>;
}

const addUses = sql.file(new URL('./sql/add-program-uses.sql', import.meta.url));
const addQueries = sql.file(new URL('./sql/add-program-queries.sql', import.meta.url));
const listUses = sql`
  -- The $3 programs that read and searched most since the day $2.
  select u.program, sum(u.reads)::bigint as reads, sum(u.searches)::bigint as searches,
    sum(u.in_vain)::bigint as not_found
  from program_uses u
  where u.tenant_id = $1 and u.day >= $2::date
  group by u.program
  order by sum(u.reads + u.searches) desc, u.program
  limit $3
`;
const listQueries = sql`
  -- The $3 queries of programs that most often found nothing since the day $2.
  select q.words as query, counted.in_vain as not_found
  from (
    select c.query, sum(c.in_vain) as in_vain
    from program_queries_by_day c
    where c.tenant_id = $1 and c.day >= $2::date
    group by c.query
  ) counted
  join program_queries q on q.tenant_id = $1 and q.query = counted.query and q.words is not null
  order by counted.in_vain desc, q.words
  limit $3
`;

const HALF_HOUR = 30 * 60_000;

/** The limits of a batch, and of the names of a tenant on a day: a program can call itself anything. */
const MOST_PENDING = 2_000;
const MOST_NAMES = 50;

export function createProgramCounts({
  database,
  secret,
  lockTenants,
  now = Date.now,
}: CountsOptions): ProgramCounts {
  let uses = new Map<string, PendingUse>();
  let names = new Map<string, number>();
  let queries = new Map<string, PendingQuery>();
  let writing: Promise<void> = Promise.resolve();

  /** Where there is no room for another name, a use counts as that of a program without one. */
  function addUse({ reads, searches, inVain, ...use }: PendingUse): void {
    const tenant = `${use.day} ${use.tenantId}`;
    const keyOf = (program: string) => `${tenant} ${program}`;
    const named = names.get(tenant) ?? 0;
    const isNew = use.program !== '' && !uses.has(keyOf(use.program));
    const hasRoom = named < MOST_NAMES && uses.size < MOST_PENDING;
    if (isNew && hasRoom) names.set(tenant, named + 1);
    const program = isNew && !hasRoom ? '' : use.program;
    const sum = uses.get(keyOf(program)) ?? { ...use, program, reads: 0, searches: 0, inVain: 0 };
    sum.reads += reads;
    sum.searches += searches;
    sum.inVain += inVain;
    uses.set(keyOf(program), sum);
  }

  function addQuery({ inVain, halfHours, ...query }: PendingQuery): void {
    const key = JSON.stringify([query.day, query.tenantId, query.words]);
    const known = queries.get(key);
    if (!known && queries.size >= MOST_PENDING) return;
    const sum = known ?? { ...query, inVain: 0, halfHours: new Set<number>() };
    sum.inVain += inVain;
    for (const halfHour of halfHours) sum.halfHours.add(halfHour);
    queries.set(key, sum);
  }

  async function write(): Promise<void> {
    const [takenUses, takenQueries] = [[...uses.values()], [...queries.values()]];
    uses = new Map();
    names = new Map();
    queries = new Map();
    if (takenUses.length === 0) return;
    try {
      const key = await secret();
      await database.tx('add-program-uses', async (transaction) => {
        const known = await ofTenants(transaction, lockTenants, takenUses);
        const tenants = new Set(known.map(({ tenantId }) => tenantId));
        await writeUses(transaction, known);
        // Each search is a use, too.
        await writeQueries(
          transaction,
          takenQueries.filter(({ tenantId }) => tenants.has(tenantId)),
          key,
        );
      });
    } catch (error) {
      for (const use of takenUses) addUse(use);
      for (const query of takenQueries) addQuery(query);
      throw error;
    }
  }

  return {
    countRead(by) {
      addUse({ ...by, day: dayOf(now()), reads: 1, searches: 0, inVain: 0 });
    },
    countSearch({ tenantId, program }, { query, inVain }) {
      const time = now();
      const day = dayOf(time);
      addUse({ tenantId, program, day, reads: 0, searches: 1, inVain: Number(inVain) });
      const words = inVain ? foldQuery(query) : undefined;
      if (words === undefined) return;
      addQuery({ tenantId, day, words, inVain: 1, halfHours: new Set([Math.floor(time / HALF_HOUR)]) });
    },
    flush() {
      // After the batch being written, so that waiting for this one includes that one.
      writing = writing.catch(() => {}).then(write);
      return writing;
    },
  };
}

async function writeUses(transaction: Executor, uses: readonly PendingUse[]): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map(({ tenantId, inVain, ...use }) => ({ ...use, tenant_id: tenantId, in_vain: inVain }));
  await transaction.none(addUses([JSON.stringify(rows), MOST_NAMES]));
}

async function writeQueries(
  transaction: Executor,
  queries: readonly PendingQuery[],
  secret: string | Buffer,
): Promise<void> {
  if (queries.length === 0) return;
  const hash = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const rows = queries.map(({ tenantId, words, halfHours, day, inVain }) => ({
    tenant_id: tenantId,
    query: hash(tenantId, 'query of a program', words).subarray(0, QUERY_BYTES).toString('hex'),
    words,
    half_hours: groupsOf([...halfHours].map((halfHour) => hash(tenantId, 'half hour', words, halfHour))),
    day,
    in_vain: inVain,
  }));
  await transaction.none(addQueries([JSON.stringify(rows), FEWEST_GROUPS]));
}

/** The reads and searches of a program in a period. */
export interface ProgramUse {
  /** Empty for those without a name. */
  program: string;
  reads: number;
  searches: number;
  not_found: number;
}

/** The programs of a tenant, those that read and searched most first. */
export function listProgramUses(
  executor: Executor,
  { tenantId, days, limit }: SearchesRequest,
): Promise<ProgramUse[]> {
  return executor.any<ProgramUse>(listUses([tenantId, lastDays(days).from, limit]));
}

/** Queries of programs without a result, the most frequent first. */
export function listVainProgramQueries(
  executor: Executor,
  { tenantId, days, limit }: SearchesRequest,
): Promise<{ query: string; not_found: number }[]> {
  return executor.any<{ query: string; not_found: number }>(
    listQueries([tenantId, lastDays(days).from, limit]),
  );
}

/** Beside a service's own tables of insights, for the tenant of a request. */
export function programTables<Request extends { days: number; limit: number }>(
  tenantOf: (executor: Executor, request: Request) => Promise<number>,
): Record<'programs' | 'programs-in-vain', InsightTable<Request>> {
  const asked = async (executor: Executor, request: Request) => ({
    tenantId: await tenantOf(executor, request),
    days: request.days,
    limit: request.limit,
  });
  return {
    programs: {
      columns: ['program', 'reads', 'searches', 'not_found'],
      read: async (executor, request) => listProgramUses(executor, await asked(executor, request)),
    },
    'programs-in-vain': {
      columns: ['query', 'not_found'],
      read: async (executor, request) => listVainProgramQueries(executor, await asked(executor, request)),
    },
  };
}
