import { type Executor, sql, type TenantTable } from '@guidepost/postgres';
import { lastDays } from './days.ts';

export interface SearchesRequest {
  tenantId: number;
  /** Days to look back, today included. */
  days: number;
  /** Rows. */
  limit: number;
}

export interface SearchedWords {
  query: string;
  searches: number;
  not_found: number;
}

const listNotFound = sql`
  -- The $3 queries that most often found nothing since the day $2.
  select q.words as query, counted.searches, counted.in_vain as not_found
  from (
    select c.query, sum(c.searches) as searches, sum(c.in_vain) as in_vain
    from searches_by_query c
    where c.tenant_id = $1 and c.day >= $2::date
    group by c.query
  ) counted
  join searched_queries q on q.tenant_id = $1 and q.query = counted.query and q.words is not null
  where counted.in_vain > 0
  order by counted.in_vain desc, counted.searches, q.words
  limit $3
`;
const listSearches = sql`
  -- The $3 most frequent queries since the day $2.
  select q.words as query, counted.searches, counted.in_vain as not_found
  from (
    select c.query, sum(c.searches) as searches, sum(c.in_vain) as in_vain
    from searches_by_query c
    where c.tenant_id = $1 and c.day >= $2::date
    group by c.query
  ) counted
  join searched_queries q on q.tenant_id = $1 and q.query = counted.query and q.words is not null
  order by counted.searches desc, q.words
  limit $3
`;
const deleteSearches = sql`
  delete from searched_queries where tenant_id = $1
`;
const deleteTotals = sql`
  delete from searches_by_day where tenant_id = $1
`;

const deletePaths = sql`
  delete from missed_paths where tenant_id = $1
`;

const deleteUses = sql`
  delete from program_uses where tenant_id = $1
`;

const deleteProgramQueries = sql`
  delete from program_queries where tenant_id = $1
`;

/** Searches without a result, the most frequent first. */
export function listNotFoundQueries(executor: Executor, request: SearchesRequest): Promise<SearchedWords[]> {
  return executor.any<SearchedWords>(listNotFound(valuesOf(request)));
}

export function listMostSearched(executor: Executor, request: SearchesRequest): Promise<SearchedWords[]> {
  return executor.any<SearchedWords>(listSearches(valuesOf(request)));
}

function valuesOf({ tenantId, days, limit }: SearchesRequest): unknown[] {
  return [tenantId, lastDays(days).from, limit];
}

/** Deletes what is counted of a tenant that is deleted. */
export async function deleteSearchesOfTenant(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.none(deleteSearches([tenantId]));
  await transaction.none(deleteTotals([tenantId]));
  await transaction.none(deletePaths([tenantId]));
  await transaction.none(deleteUses([tenantId]));
  await transaction.none(deleteProgramQueries([tenantId]));
}

/**
 * The searches and misses of people, and what programs do.
 * @param ids a query for the tenants of search, for the tenant `$1`; by default itself
 */
export function searchedTables(ids?: string): Readonly<Record<string, TenantTable>> {
  const own: TenantTable = { column: 'tenant_id', ...(ids && { ids }) };
  return {
    searched_queries: own,
    searches_by_day: own,
    searches_by_query: own,
    missed_paths: own,
    misses_by_path: own,
    program_uses: own,
    program_queries: own,
    program_queries_by_day: own,
  };
}
