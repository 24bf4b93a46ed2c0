import { randomInt } from 'node:crypto';
import type { Database } from '@guidepost/postgres';
import type { SearchTenant } from '@guidepost/search';
import { archiveLines } from '../archives/archive.ts';
import type { Ledger, Promised, Visibility } from './ledger.ts';

export interface Started {
  name: string;
  database: Database;
  origin: string;
  folder: string;
  ledger: Ledger;
}

export interface Subject {
  tenant: SearchTenant;
  create(): Promise<void>;
  changes: readonly Change[];
  searchAddress(words: string): string;
  readIds(body: unknown): number[];
}

export interface Change {
  of: Visibility;
  becomes?: Visibility;
  make(record: Promised): Promise<unknown>;
}

export type ExaminedService = Started & Subject;

const texts = archiveLines({ dialogs: 100_000, comments: 0, seed: 3 });

/** A realistic post; searches find some of them by common words. */
export function nextProse(): { name: string; useremail: string; title: string; text: string } {
  const { name, useremail, title, text } = JSON.parse(String(texts.next().value));
  return { name, useremail, title, text };
}

/** No word ends in these letters, so marks are never stemmed. */
const LETTERS = 'bcfhjkmpqrvwxz';

/** A new, unique word that identifies its record in searches. */
export function newMark(): string {
  return Array.from({ length: 12 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
