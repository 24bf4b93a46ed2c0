import type { Database } from '@guidepost/postgres';
import type { SearchTenant } from '@guidepost/search';
import type { Ledger } from './ledger.ts';

/** Where a service is. */
export interface Addresses {
  origin: string;
  /** Of its numbers. */
  metrics: string;
}

/** A service whose search is examined. */
export interface ExaminedService extends Pick<Addresses, 'metrics'> {
  name: 'kb' | 'forum';
  database: Database;
  tenant: SearchTenant;
  ledger: Ledger;
  /** Somebody who writes: each call makes one change and answers for it in the ledger. */
  createWriter(): () => Promise<void>;
  /** The address of a search that everybody may send. */
  searchAddress(words: string): string;
  /** Ids of what a search has answered with. */
  readIds(body: unknown): number[];
}
