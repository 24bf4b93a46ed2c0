import { randomInt } from 'node:crypto';
import type { Database } from '@guidepost/postgres';
import type { SearchTenant } from '@guidepost/search';
import { archiveLines } from '../archives/archive.ts';
import type { Ledger, Promised, Visibility } from './ledger.ts';

/** A service that was started. */
export interface Started {
  name: string;
  database: Database;
  origin: string;
  /** For files that it is given. */
  folder: string;
  ledger: Ledger;
}

/** What people do with a service, and how they search in it. */
export interface Subject {
  tenant: SearchTenant;
  /** Makes a record, and enters it in the ledger. */
  create(): Promise<void>;
  changes: readonly Change[];
  /** The address of a search that everyone may send. */
  searchAddress(words: string): string;
  /** The ids of what a search has answered with. */
  readIds(body: unknown): number[];
}

/** Something that is done with records of one visibility, which may be another one afterwards. */
export interface Change {
  of: Visibility;
  becomes?: Visibility;
  make(record: Promised): Promise<unknown>;
}

export type ExaminedService = Started & Subject;

const texts = archiveLines({ dialogs: 100_000, comments: 0, seed: 3 });

/** What a person writes: searches find some of these texts by the same words. */
export function nextProse(): { name: string; useremail: string; title: string; text: string } {
  const { name, useremail, title, text } = JSON.parse(String(texts.next().value));
  return { name, useremail, title, text };
}

/** No word of any language ends like these, so none is taken for another form of one. */
const LETTERS = 'bcfhjkmpqrvwxz';

/** A word that was never written before: a search that finds it finds what it was put into. */
export function newMark(): string {
  return Array.from({ length: 12 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
