import type { TenantTable } from '@guidepost/postgres';

/** What people searched for. @param rows the condition by which rows `t` belong to the tenant `$1` */
export function searchedTables(rows: string): Readonly<Record<string, TenantTable>> {
  return { searched_queries: { rows }, searches_by_day: { rows }, searches_by_query: { rows } };
}
