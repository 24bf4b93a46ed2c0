import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { SEARCH_MIGRATIONS } from '../schema.ts';

/** A database of its own with nothing but the search tables. */
export type SearchDatabase = MigratedDatabase;

export function openSearchDatabase(): Promise<SearchDatabase> {
  return openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
}
