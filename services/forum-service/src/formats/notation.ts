import type { ResourceRecord } from './record.ts';

/** How answers are written in a format. */
export interface Notation {
  readonly mediaType: string;
  /** An answer of one record. */
  whole(record: ResourceRecord): string;
  /** A list: one that is empty, or what comes before, between and behind its records. */
  readonly empty: string;
  readonly begin: string;
  readonly between: string;
  readonly end: string;
  /** A record in a list. */
  item(record: ResourceRecord): string;
}
