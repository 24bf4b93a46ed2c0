import type { TenantTable } from '@guidepost/postgres';

/** The searches of people. @param ids a query for the tenants of search, for the tenant `$1`; by default itself */
export function searchedTables(ids?: string): Readonly<Record<string, TenantTable>> {
  const own: TenantTable = { column: 'tenant_id', ...(ids && { ids }) };
  return { searched_queries: own, searches_by_day: own, searches_by_query: own };
}
