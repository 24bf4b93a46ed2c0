import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { SEARCH_MIGRATIONS } from '../schema.ts';

export type SearchDatabase = MigratedDatabase;

export function openSearchDatabase(): Promise<SearchDatabase> {
  return openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
}
