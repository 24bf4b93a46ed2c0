import { type Executor, preparedStatement } from '@guidepost/postgres';
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

const listNotFound = preparedStatement(new URL('./sql/list-not-found.sql', import.meta.url));
const listSearches = preparedStatement(new URL('./sql/list-most-searched.sql', import.meta.url));
const deleteSearches = preparedStatement(new URL('./sql/delete-searches.sql', import.meta.url));
const deleteTotals = preparedStatement(new URL('./sql/delete-search-totals.sql', import.meta.url));

/** What was searched for without a result, the most frequent first. */
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
}
