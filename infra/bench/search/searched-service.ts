import type { Database } from '@guidepost/postgres';
import type { StartOptions } from '../start-service.ts';

/** A service whose search is measured, filled, with its queue full. */
export interface SearchedService {
  name: NonNullable<StartOptions['name']>;
  /** What is searched: `dialogs`. */
  noun: string;
  documents: number;
  databaseUrl: string;
  /** Of the first {@link PAGE} that are found. */
  searchPath(query: string): string;
  /** Of a search. */
  headers: Record<string, string>;
  /** Reads a page by the service's own statement. */
  readPage(database: Database, ids: number[]): Promise<unknown>;
}

export const PAGE = 20;
